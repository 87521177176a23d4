/** Reads one emitted `.d.ts`: its imports, exports and declarations. TypeScript 7 has no compiler API for JavaScript. */

/** A name in another module. */
export interface Origin {
  /** As written: a relative path, a package, or a module of Node. */
  readonly from: string;
  /** `*` for the module as a whole. */
  readonly name: string;
}

/** One statement that declares a name. */
export interface Declaration {
  readonly name: string;
  /** Whether the name exists when the program runs. */
  readonly isValue: boolean;
  /** Without comments, `export` and `declare`. */
  readonly text: string;
  /** Whether a docstring precedes it. */
  readonly isDocumented: boolean;
}

/** The content of a `.d.ts`. */
export interface DeclarationFile {
  /** By the name in this file. */
  readonly imports: ReadonlyMap<string, Origin>;
  /** By the exported name: the name in this file, or its origin. */
  readonly exports: ReadonlyMap<string, { readonly to: string | Origin; readonly isTypeOnly: boolean }>;
  /** Modules that are exported completely (`export *`). */
  readonly everythingOf: ReadonlyArray<{ readonly from: string; readonly isTypeOnly: boolean }>;
  /** By name; a function has one declaration for each overload. */
  readonly declarations: ReadonlyMap<string, readonly Declaration[]>;
  /** Declarations that are added to another module's, as `declare module '…'` does. */
  readonly added: ReadonlyArray<{ readonly to: string; readonly declaration: Declaration }>;
  /** Every imported module, including imports for side effects. */
  readonly modules: ReadonlySet<string>;
}

interface Statement {
  readonly text: string;
  readonly isDocumented: boolean;
}

/** Comments, string literals, brackets, and ends of statements. */
const TOKENS = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|[{([\])};]/g;
const BLOCK = /^(export )?(default )?(declare )?(abstract )?(interface|class|namespace|module|global|enum)\b/;
const DECLARATION =
  /^(?:export )?(?:default )?(?:declare )?(?:abstract )?(interface|class|type|function|const|let|var|enum|namespace) ([\w$]+)/;

/** Splits a text into its statements, each without comments. */
function statementsOf(text: string): Statement[] {
  const statements: Statement[] = [];
  let depth = 0;
  let code = '';
  let isDocumented = false;
  let position = 0;
  const end = () => {
    if (code.trim() !== '') statements.push({ text: code.trim(), isDocumented });
    code = '';
    isDocumented = false;
  };
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    code += text.slice(position, index);
    position = index + token.length;
    if (token.startsWith('/')) {
      // The first comment of a file is about the file if another comment follows.
      if (code.trim() === '') isDocumented = token.startsWith('/**') && !token.includes('@module');
      continue;
    }
    code += token;
    if ('{(['.includes(token)) depth += 1;
    else if (')]}'.includes(token)) depth -= 1;
    if (depth === 0 && (token === ';' || (token === '}' && BLOCK.test(code.trim())))) end();
  }
  end();
  return statements;
}

/** `{ a, type b as c }` as pairs of the name there and the name here. */
function namesIn(list: string): Array<{ there: string; here: string; isType: boolean }> {
  return list
    .split(',')
    .map((item) => /^(type )?([\w$]+)(?: as ([\w$]+))?$/.exec(item.trim()))
    .filter((match) => match !== null)
    .map(([, type, there = '', here = there]) => ({ there, here, isType: type !== undefined }));
}

function declarationIn({ text, isDocumented }: Statement): Declaration | null {
  const [, kind = '', name = ''] = DECLARATION.exec(text) ?? [];
  if (name === '') return null;
  const plain = text.replace(/^(export )?(default )?(declare )?/, '');
  // A uniform form, regardless of lines that a comment has left empty.
  const lines = plain
    .replace(/\n\s*\}$/, '\n}')
    .split('\n')
    .filter((line) => line.trim() !== '');
  return {
    name,
    isValue: kind !== 'interface' && kind !== 'type',
    text: lines.map((line) => line.trimEnd()).join('\n'),
    isDocumented,
  };
}

/** Reads the text of a `.d.ts`. */
export function readDeclarations(text: string): DeclarationFile {
  const imports = new Map<string, Origin>();
  const exports = new Map<string, { to: string | Origin; isTypeOnly: boolean }>();
  const everythingOf: Array<{ from: string; isTypeOnly: boolean }> = [];
  const declarations = new Map<string, Declaration[]>();
  const added: Array<{ to: string; declaration: Declaration }> = [];
  const modules = new Set<string>();

  const readImport = (statement: string) => {
    const [, clause = '', from = ''] =
      /^import(?: type)?\s+(?:([\s\S]*?)\s+from\s+)?['"](.+)['"];$/.exec(statement) ?? [];
    modules.add(from);
    const [, whole] = /\* as ([\w$]+)/.exec(clause) ?? [];
    if (whole !== undefined) imports.set(whole, { from, name: '*' });
    const [, standard] = /^([\w$]+)/.exec(clause) ?? [];
    if (standard !== undefined) imports.set(standard, { from, name: 'default' });
    for (const { there, here } of namesIn(/\{([\s\S]*)\}/.exec(clause)?.[1] ?? '')) {
      imports.set(here, { from, name: there });
    }
  };
  const readExport = (statement: string): boolean => {
    const [, type, list, whole, from] =
      /^export (type )?(?:\{([\s\S]*?)\}|\*(?: as ([\w$]+))?)(?:\s+from\s+['"](.+)['"])?;$/.exec(statement) ?? [];
    if (from === undefined && list === undefined) return false;
    if (from !== undefined) modules.add(from);
    const isTypeOnly = type !== undefined;
    for (const { there, here, isType } of namesIn(list ?? '')) {
      const to = from === undefined ? there : { from, name: there };
      exports.set(here, { to, isTypeOnly: isTypeOnly || isType });
    }
    if (from !== undefined && whole !== undefined) exports.set(whole, { to: { from, name: '*' }, isTypeOnly });
    else if (from !== undefined && list === undefined) everythingOf.push({ from, isTypeOnly });
    return true;
  };

  for (const statement of statementsOf(text)) {
    const [, augmented, inner] = /^declare module ['"](.+)['"] \{([\s\S]*)\}$/.exec(statement.text) ?? [];
    if (augmented !== undefined) {
      for (const declaration of statementsOf(inner ?? '').map(declarationIn)) {
        if (declaration !== null) added.push({ to: augmented, declaration });
      }
    } else if (/^import\b(?!\()/.test(statement.text)) readImport(statement.text);
    else if (!readExport(statement.text)) {
      const declaration = declarationIn(statement);
      if (declaration === null) continue;
      declarations.set(declaration.name, [...(declarations.get(declaration.name) ?? []), declaration]);
      if (statement.text.startsWith('export ')) {
        const name = statement.text.startsWith('export default') ? 'default' : declaration.name;
        exports.set(name, { to: declaration.name, isTypeOnly: false });
      }
    }
  }
  for (const [, from = ''] of text.matchAll(/\bimport\(["'](.+?)["']\)/g)) modules.add(from);
  return { imports, exports, everythingOf, declarations, added, modules };
}
