/** A person's articles in SQLite, about 200 characters each, read by key: the same data as for the original system. */
import { DatabaseSync } from 'node:sqlite';
import type { PortabilityRuleOptions } from 'policy-engine';

/** A row of the table. */
export interface Article {
  readonly id: number;
  readonly title: string;
  readonly body: string;
  readonly created_at: string;
}

const WORDS = 'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore'.split(
  ' ',
);

/** A database in memory with this many articles. */
export function articles(count: number): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  database.exec('create table articles (id integer primary key, title text, body text, created_at text)');
  const insert = database.prepare('insert into articles values (?, ?, ?, ?)');
  database.exec('begin');
  for (let id = 1; id <= count; id++) {
    let body = `Body of article ${id} <b>&`;
    for (let word = 0; body.length < 160; word++) body += ` ${WORDS[(id * 7 + word * word) % WORDS.length]}`;
    insert.run(id, `Article ${id}`, body, new Date(1767225600000 + id * 1000).toISOString());
  }
  database.exec('commit');
  return database;
}

/** Reads the rows after an id. */
export function reader(database: DatabaseSync): (after: number, limit: number) => unknown[] {
  const select = database.prepare('select id, title, body, created_at from articles where id > ? order by id limit ?');
  return (after, limit) => select.all(after, limit);
}

export const TEMPLATE = `<% for (const article of it.collection) { %>
<article><h2><%= article.title %></h2><p><%= article.body %></p><time><%= article.created_at %></time></article>
<% } %>`;

/** The measured rules: a page of HTML and one of JSON for each `per` rows, and one other item. */
export function rules(database: DatabaseSync, per: number): PortabilityRuleOptions[] {
  const read = reader(database);
  return [
    {
      name: 'articles',
      per,
      collection: (_user: unknown, { limit, after }: { limit: number; after: unknown }) =>
        read((after as Article | undefined)?.id ?? 0, limit),
      template: TEMPLATE,
      jsonTemplate: ({ collection, page }) => ({ collection, meta: { current_page: page.number } }),
    },
    {
      name: 'my_account',
      member: (user: unknown) => user,
      template: '<p><%= it.member.name %></p>',
      jsonTemplate: ({ member }) => member,
    },
  ];
}
