import { asRead, FORMS, jsonValue, type StoredValue, type StoredValues, truth } from '../schema/stored-values.ts';

const json: StoredValue = {
  form: 'json',
  sql: (name) => name,
  read: (value) => (typeof value === 'string' ? jsonValue(value) : value),
};

/** Bytes where they are not expected, which as Base64 would look like text; many bytes become a file of an export. */
const told = (value: unknown): unknown =>
  value instanceof Uint8Array && value.byteLength <= 64 ? { base64: Buffer.from(value).toString('base64') } : value;

/**
 * A column may hold values of any type, whatever it declares: they stay as they are. Bytes in a column that is not for bytes, and text in
 * one that is, are told apart.
 */
export const storedValues: StoredValues = ({ type, kind }) => {
  if (kind === 'boolean') return { ...asRead('boolean'), read: (value) => told(truth(value)) };
  if (kind === 'bytes' && type !== '')
    return { ...asRead('bytes'), read: (value) => (typeof value === 'string' ? { text: value } : value) };
  if (kind !== 'json')
    return { ...asRead(type === '' ? 'any' : kind === 'time' ? 'local time' : FORMS[kind]), read: told };
  // The binary form of JSON, of which SQLite before 3.45 knows nothing.
  if (!/^jsonb$/i.test(type)) return json;
  return {
    ...json,
    sql: (name) => `case when typeof(${name}) = 'blob' and json_valid(${name}, 8) then json(${name}) else ${name} end`,
  };
};
