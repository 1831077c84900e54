/** Rules for folders that may contain SQL, and for folders that may write tables. */
import type { Node } from 'typescript/unstable/ast'
import {
  isCallExpression,
  isIdentifier,
  isImportDeclaration,
  isImportSpecifier,
  isInterfaceDeclaration,
  isPropertyAccessExpression,
  isPropertySignatureDeclaration,
  isTemplateExpression,
  isTypeReferenceNode,
} from 'typescript/unstable/ast/is'
import { applyExceptions, type Exception, type Finding, fileFinding, findingAt } from './finding.ts'
import { nodesIn, type Source, stringOf } from './source.ts'

const SQL_FOLDERS = ['src/domain/', 'src/log/', 'src/counters/', 'src/cluster/', 'src/db/']

/** Files that contain queries although they are outside the folders of SQL. */
export const SQL_EXCEPTIONS: readonly Exception[] = [
  {
    path: 'src/importers/progress.ts',
    reason: 'where an import stands is nobody’s noun: the table serves this file alone',
  },
  { path: 'src/key-file.ts', reason: 'one row, the note of the key, which nothing else may know' },
]

const QUERY_MAKERS = new Set(['query', 'once', 'bulk'])

/** Matches the beginning of SQL statements in texts. */
const STATEMENT =
  /^\s*(select\s[\s\S]+\sfrom\s|insert\s+into\s|update\s+\w+\s+(as\s+\w+\s+)?set\s|delete\s+from\s|with\s+\w+\s+as\s+(materialized\s+)?\(|create\s+(unique\s+)?(table|index)\s|alter\s+table\s|drop\s+(table|index)\s|pragma\s)/i

/** Matches the text of every file that contains a query. Other files are not walked. */
const QUERY_WORDS = new RegExp(`/db/(query|bulk)\\.ts|${STATEMENT.source.replace(/^\^\\s\*/, '')}`, 'i')

/** Rule: queries are built in the folders of SQL. */
export function checkSqlPlaces(
  sources: readonly Source[],
  exceptions: readonly Exception[] = SQL_EXCEPTIONS,
): Finding[] {
  const message =
    'a query belongs in the noun’s folder in src/domain, in src/log, src/counters, src/cluster or in src/db; call a function from there'
  const findings = sources
    .filter(
      ({ path, text }) => !SQL_FOLDERS.some((folder) => path.startsWith(folder)) && QUERY_WORDS.test(text),
    )
    .flatMap((source) =>
      nodesIn(source.tree)
        .filter((node) => makesQuery(node) || STATEMENT.test(textOf(node) ?? ''))
        .map((node) => findingAt(source, node, message)),
    )
  return applyExceptions(findings, exceptions)
}

function makesQuery(node: Node): boolean {
  if (!isImportSpecifier(node) || !QUERY_MAKERS.has((node.propertyName ?? node.name).text)) return false
  const declaration = node.parent.parent.parent
  return (
    isImportDeclaration(declaration) &&
    /\/db\/(query|bulk)\.ts$/.test(stringOf(declaration.moduleSpecifier) ?? '')
  )
}

/** A table that folders besides its owner may write. */
export interface SharedTable {
  readonly table: string
  readonly writer: string
  readonly reason: string
}

export const SHARED_TABLES: readonly SharedTable[] = [
  {
    table: 'user_counts',
    writer: 'domain/graph',
    reason: 'an edge and what it counts change in one statement',
  },
  ...['staged_edges', 'staged_counts'].map((table) => ({
    table,
    writer: 'domain/graph',
    reason: 'a temporary table of one import',
  })),
  {
    table: 'nonces',
    writer: 'counters',
    reason: 'PostgreSQL alone has it, so the schema of both engines does not name it',
  },
  {
    table: 'cluster_leases',
    writer: 'cluster',
    reason: 'PostgreSQL alone has it, so the schema of both engines does not name it',
  },
]

/**
 * The owners of tables, from `Owner: <folder>` in the comments of the schema. There may be several folders,
 * separated by commas.
 * @param schema the source of src/db/schema.ts
 */
export function ownersOf(schema: Source): Map<string, readonly string[]> {
  const interfaces = new Map(
    nodesIn(schema.tree)
      .filter(isInterfaceDeclaration)
      .map((node) => [node.name.text, node]),
  )
  const owners = new Map<string, readonly string[]>()
  for (const member of interfaces.get('Schema')?.members ?? []) {
    if (!isPropertySignatureDeclaration(member) || !isIdentifier(member.name)) continue
    const { type } = member
    const named =
      type !== undefined && isTypeReferenceNode(type) && isIdentifier(type.typeName)
        ? interfaces.get(type.typeName.text)
        : undefined
    const comments = [member, named].map((node) => (node === undefined ? '' : commentAbove(schema, node)))
    const list = /Owner: ([\w./-]+(?:, [\w./-]+)*)/.exec(comments.join(' '))?.[1]
    owners.set(member.name.text, list?.split(', ').map((owner) => owner.replace(/\.$/, '')) ?? [])
  }
  return owners
}

function commentAbove(source: Source, node: Node): string {
  return source.text.slice(node.getFullStart(), node.getStart(source.tree))
}

const WRITING_CALLS = new Set(['insertInto', 'updateTable', 'deleteFrom', 'replaceInto', 'mergeInto'])
/** Matches the text of every file that writes a table. Other files are not walked. */
const WRITING_WORDS = new RegExp(
  `\\b(?:${[...WRITING_CALLS].join('|')}|insert\\s+into|delete\\s+from|update)\\b`,
  'i',
)
const WRITING_TEXT =
  /\b(?:insert\s+into\s+(\w+)|delete\s+from\s+(\w+)|update\s+(\w+)\s+(?:as\s+\w+\s+)?set)\b/gi

/** Rule: only the folder of its owner writes a table. Every folder may read it. */
export function checkTableOwners(
  sources: readonly Source[],
  owners: ReadonlyMap<string, readonly string[]>,
  shared: readonly SharedTable[] = SHARED_TABLES,
): Finding[] {
  const ownerless = [...owners]
    .filter(([, folders]) => folders.length === 0)
    .map(([table]) =>
      fileFinding('src/db/schema.ts', `${table} has no owner; write "Owner: domain/…" above it`),
    )
  const strays = sources
    .filter(({ path, text }) => !path.startsWith('src/db/migrations/') && WRITING_WORDS.test(text))
    .flatMap((source) =>
      nodesIn(source.tree).flatMap((node) =>
        writtenTables(node)
          .filter((table) => !mayWrite(source.path, table, owners, shared))
          .map((table) => findingAt(source, node, strayMessage(table, owners))),
      ),
    )
  return [...ownerless, ...strays]
}

function strayMessage(table: string | undefined, owners: ReadonlyMap<string, readonly string[]>): string {
  if (table === undefined) return 'name the table in words, so that its writers can be found'
  const folders = owners.get(table) ?? ['db']
  return `writes ${table}, whose owner is ${folders.join(', ')}; call a verb of the owner`
}

/**
 * The tables that a node of the syntax tree writes. An item is undefined for a table whose name is not a
 * literal.
 */
function writtenTables(node: Node): (string | undefined)[] {
  if (isCallExpression(node) && isPropertyAccessExpression(node.expression)) {
    return WRITING_CALLS.has(node.expression.name.text) ? [stringOf(node.arguments[0])] : []
  }
  const text = textOf(node)
  if (text === undefined) return []
  return [...text.matchAll(WRITING_TEXT)].map((match) =>
    (match[1] ?? match[2] ?? match[3] ?? '').toLowerCase(),
  )
}

function mayWrite(
  path: string,
  table: string | undefined,
  owners: ReadonlyMap<string, readonly string[]>,
  shared: readonly SharedTable[],
): boolean {
  if (table === undefined) return false
  // Tables outside the schema belong to src/db.
  const writers = [
    ...(owners.get(table) ?? ['db']),
    ...shared.filter((entry) => entry.table === table).map(({ writer }) => writer),
  ]
  return writers.some((writer) => path === `src/${writer}` || path.startsWith(`src/${writer}/`))
}

/** The text of a string or a template, with `?` for each substitution. */
function textOf(node: Node): string | undefined {
  if (!isTemplateExpression(node)) return stringOf(node)
  return node.head.text + node.templateSpans.map((span) => `?${span.literal.text}`).join('')
}
