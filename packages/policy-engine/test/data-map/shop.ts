/** The tables of a shop, the same on each database, and its data rules. */
import type { Database } from 'policy-engine';
import type { DataRuleOptions } from 'policy-engine/data-map';
import type { Dialect } from 'policy-engine/database';

const types = {
  sqlite: { id: 'integer primary key', time: 'datetime', bytes: 'blob', boolean: 'boolean', money: 'decimal(10, 2)' },
  postgres: {
    id: 'serial primary key',
    time: 'timestamptz',
    bytes: 'bytea',
    boolean: 'boolean',
    money: 'numeric(10, 2)',
  },
  mysql: {
    id: 'int auto_increment primary key',
    time: 'datetime',
    bytes: 'blob',
    boolean: 'boolean',
    money: 'decimal(10, 2)',
  },
};

/** Creates the tables. People 1 and 2 have rows in each; nobody else does. */
export async function makeShop(database: Database, dialect: Dialect = database.dialect): Promise<void> {
  const { id, time, bytes, boolean, money } = types[dialect];
  const statements = [
    `create table users (id ${id}, email varchar(80) not null unique, name varchar(80), born date, is_vip ${boolean}, password_digest varchar(80), photo ${bytes})`,
    `create table products (id ${id}, title varchar(80) not null)`,
    `create table orders (id ${id}, user_id int, total ${money}, paid_at ${time}, foreign key (user_id) references users (id))`,
    `create table order_lines (order_id int not null, position int not null, product_id int not null, gift_note varchar(80),
      primary key (order_id, position), foreign key (order_id) references orders (id), foreign key (product_id) references products (id))`,
    'create table newsletter (address varchar(80) primary key, login varchar(80) not null)',
  ];
  for (const statement of statements) await database.execute(statement);
  const text = (value: string) => `'${value}'`;
  await database.execute(`insert into products (id, title) values (1, 'A book'), (2, 'A pen')`);
  for (const person of [1, 2]) {
    const photo = { sqlite: "x'00ff'", mysql: "x'00ff'", postgres: "'\\x00ff'" }[dialect];
    const vip = dialect === 'postgres' ? 'true' : '1';
    await database.execute(
      `insert into users (id, email, name, born, is_vip, password_digest, photo) values (${person}, ${text(`p${person}@shop.example`)}, ${text(`Person ${person}`)}, '1990-02-0${person}', ${vip}, 'secret', ${photo})`,
    );
    for (let order = 1; order <= 7; order++) {
      const number = 10 * order + person;
      await database.execute(
        `insert into orders (id, user_id, total, paid_at) values (${number}, ${person}, ${order}.50, '2026-01-0${order} 10:00:00')`,
      );
      for (const position of [1, 2]) {
        await database.execute(
          `insert into order_lines values (${number}, ${position}, ${position}, ${text(`For ${person}: ${number}/${position}`)})`,
        );
      }
    }
    await database.execute(
      `insert into newsletter values (${text(`p${person}@shop.example`)}, ${text(`Person-${person}`)})`,
    );
  }
}

export const account: DataRuleOptions = { name: 'account', table: { table: 'users', person: 'id' } };
export const orders: DataRuleOptions = { name: 'orders', table: { table: 'orders', person: 'user_id' } };
export const lines: DataRuleOptions = {
  name: 'lines',
  table: { table: 'order_lines', person: { column: 'order_id', rule: 'orders' } },
};
