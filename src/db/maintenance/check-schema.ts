/**
 * Checks that the database has the tables and indexes of its version, unchanged. Additional objects, such as an index
 * added by the operator, are allowed.
 */
import type { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { LATE_INDEXES } from '../late-indexes.ts'
import { once } from '../query.ts'
import { type Catalog, catalogOf, emptyDatabase, type Index } from './catalog.ts'
import type { Check, Findings } from './check.ts'
import { differenceOf } from './schema-text.ts'
import type { Snapshot } from './snapshot.ts'

const NAME = 'schema'

/** Compares the schema with the migrations that the database records. */
export const schemaCheck: Check = {
  name: NAME,
  async run(snapshot, findings) {
    const catalog = catalogOf(await snapshot.migrations())
    const compare = snapshot.engine === 'sqlite' ? compareSqlite : comparePostgres
    await compare(catalog, snapshot, findings)
  },
}

interface Line {
  readonly what: string
  readonly line: string
}

/** The schema as SQLite parses it, in lines that do not depend on formatting. */
const DESCRIPTION: readonly string[] = [
  `select t.type || ' ' || t.name as what, t.ncol || ' ' || t.wr || ' ' || t."strict" as line
    from pragma_table_list t where t.schema = 'main' and t.name not like 'sqlite~_%' escape '~'`,
  `select 'column ' || t.name || '.' || c.name as what,
      c.cid || ' ' || lower(c.type) || ' ' || c."notnull" || ' ' || coalesce(c.dflt_value, '-') || ' ' || c.pk || ' ' || c.hidden as line
    from pragma_table_list t, pragma_table_xinfo(t.name) c
    where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite~_%' escape '~'`,
  `select 'index ' || i.name || ' of ' || t.name as what,
      i."unique" || ' ' || i.origin || ' ' || i.partial || ' ' || coalesce((
        select group_concat(coalesce(x.name, x.cid) || ' ' || x."desc" || ' ' || x.coll || ' ' || x.key, ', ' order by x.seqno)
        from pragma_index_xinfo(i.name) x), '') as line
    from pragma_table_list t, pragma_index_list(t.name) i where t.schema = 'main' and t.type = 'table'`,
  `select 'reference ' || t.name || '.' || f."from" as what,
      f."table" || ' ' || f."to" || ' ' || f.on_update || ' ' || f.on_delete || ' ' || f.match as line
    from pragma_table_list t, pragma_foreign_key_list(t.name) f where t.schema = 'main' and t.type = 'table'`,
  `select 'entry of the ' || type || ' ' || name as what, tbl_name || ' ' || typeof(type) || ' ' ||
      typeof(name) || ' ' || typeof(tbl_name) || ' ' || typeof(rootpage) || ' ' || typeof(sql) as line
    from sqlite_schema where type <> 'table' or name not like 'sqlite~_%' escape '~'`,
]

/** The schema as text, because only the text has the conditions of columns, indexes and keys. */
const TEXTS = `select type || ' ' || name as what, cast(sql as text) as line
  from sqlite_schema where sql is not null and name not like 'sqlite~_%' escape '~'`

async function compareSqlite(catalog: Catalog, snapshot: Snapshot, findings: Findings): Promise<void> {
  const expected = expectedOf(catalog, await lateIndexesOf(catalog, snapshot))
  for (const { query, lines } of expected.descriptions) {
    compareLines(lines, await linesOf(snapshot, query), findings)
  }
  compareTexts(expected.texts, await linesOf(snapshot, TEXTS), findings)
}

/** The lines of an unchanged database. */
interface Expected {
  readonly descriptions: readonly { readonly query: string; readonly lines: readonly Line[] }[]
  readonly texts: readonly Line[]
}

/** Expected lines, by number of migrations and missing indexes. Making a database takes longer than its check. */
const expectations = new Map<string, Expected>()

/** @param late indexes that the database need not have yet */
function expectedOf({ migrations }: Catalog, late: readonly string[]): Expected {
  const key = [migrations.length, ...late].join(' ')
  let expected = expectations.get(key)
  if (expected === undefined) {
    const empty = emptyDatabase(migrations)
    try {
      for (const name of late) empty.exec(`drop index if exists ${name}`)
      const descriptions = DESCRIPTION.map((query) => ({ query, lines: describe(empty, query) }))
      expected = { descriptions, texts: describe(empty, TEXTS) }
    } finally {
      empty.close()
    }
    expectations.set(key, expected)
  }
  return expected
}

/** Indexes that the next start builds, because an import is running or was killed. */
async function lateIndexesOf({ tables }: Catalog, snapshot: Snapshot): Promise<readonly string[]> {
  if (!tables.some(({ name }) => name === 'late_indexes')) return []
  const names = (await snapshot.rows(lateIndexNames, {})).map(({ name }) => name)
  return LATE_INDEXES.filter((name) => names.includes(name))
}

function linesOf(snapshot: Snapshot, text: string): Promise<readonly Line[]> {
  return snapshot.rows(
    once<Line>(() => sql`${sql.raw(text)}`),
    {},
  )
}

function describe(db: DatabaseSync, text: string): Line[] {
  return db.prepare(text).all() as unknown as Line[]
}

function compareLines(expected: readonly Line[], found: readonly Line[], findings: Findings): void {
  const lines = new Map(found.map(({ what, line }) => [what, line]))
  for (const { what, line } of expected) {
    const other = lines.get(what)
    if (other === undefined) findings.fault(NAME, `The ${what} is missing.`)
    else if (other !== line) findings.fault(NAME, `The ${what} is not as it was made (${other}).`)
  }
}

/** Compares schema texts. Missing objects are ignored, because the comparison of lines already reports them. */
function compareTexts(expected: readonly Line[], found: readonly Line[], findings: Findings): void {
  const texts = new Map(found.map(({ what, line }) => [what, line]))
  for (const { what, line } of expected) {
    const other = texts.get(what)
    const difference = other === undefined ? undefined : differenceOf(line, other)
    if (difference === undefined) continue
    findings.fault(NAME, `The text of the ${what} is not as it was made (it says: ${difference}).`)
  }
}

async function comparePostgres(
  { tables, indexes }: Catalog,
  snapshot: Snapshot,
  findings: Findings,
): Promise<void> {
  const columns = new Map(
    (await snapshot.rows(postgresColumns, {})).map(({ column, type }) => [column, type]),
  )
  for (const table of tables) {
    for (const { name, type } of table.columns) {
      const found = columns.get(`${table.name}.${name}`)
      const fits = type === 'text' ? found === 'text' : found === 'bigint' || found === 'integer'
      if (!fits) findings.fault(NAME, `The column ${table.name}.${name} is ${found ?? 'missing'}.`)
    }
  }
  const found = new Map((await snapshot.rows(postgresIndexes, {})).map((index) => [index.name, index]))
  for (const index of indexes) {
    const other = found.get(index.name)
    const again = `Make it again: reindex index ${index.name}`
    if (other === undefined) findings.fault(NAME, `The index ${index.name} of ${index.table} is missing.`)
    else if (other.is_valid === 0) findings.fault(NAME, `The index ${index.name} is not valid.`, again)
    else if (!isSame(index, other)) {
      findings.fault(NAME, `The index ${index.name} of ${index.table} is not as it was made.`)
    }
  }
}

function isSame({ columns, isUnique, isPartial }: Index, found: PostgresIndex): boolean {
  return (
    found.columns === columns.join(',') &&
    (found.is_unique === 1) === isUnique &&
    (found.is_partial === 1) === isPartial
  )
}

const lateIndexNames = once<{ name: string }>(() => sql`select name from late_indexes`)

interface PostgresIndex {
  name: string
  is_valid: number
  is_unique: number
  is_partial: number
  columns: string
}

const postgresColumns = once<{ column: string; type: string }>(
  () => sql`select table_name || '.' || column_name as "column", data_type as type
    from information_schema.columns where table_schema = current_schema()`,
)

const postgresIndexes = once<PostgresIndex>(
  () => sql`select c.relname as name,
      case when i.indisvalid and i.indisready then 1 else 0 end as is_valid,
      case when i.indpred is null then 0 else 1 end as is_partial,
      case when i.indisunique then 1 else 0 end as is_unique,
      (select string_agg(a.attname, ',' order by k.place)
        from unnest(i.indkey) with ordinality as k (number, place)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number) as columns
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = current_schema()::regnamespace`,
)
