/**
 * Snapshots of a PostgreSQL database. Each one is a schema with copies of the tables, next to the schema that
 * has the tables.
 */
import { catalogOf } from '../maintenance/catalog.ts'
import { storeError } from '../postgres/errors.ts'
import { connectToPrimary } from '../postgres/open-primary.ts'
import type { Sql } from '../postgres/session.ts'
import type { DatabaseSnapshots } from './database-snapshots.ts'

const PREFIX = 'aviary_snapshot_'

/** Tables about processes and about the schema, which a restore does not change. */
const KEPT = ['migrations', 'workers', 'cluster_nodes', 'cluster_leases']

/** Size in bytes above which truncating a table is faster than deleting its rows. */
const LARGE_BYTES = 1_048_576

/**
 * Name of a table in each copy. The table has one transaction id, and all transactions with lower ids had ended when
 * the copy was made.
 */
const ORIGIN = 'aviary_origin'

export function postgresSnapshots(url: string): DatabaseSnapshots {
  let opened: Sql | undefined
  const sql = () => {
    opened ??= connectToPrimary({ url, connections: 1, name: 'aviary snapshots' })
    return opened
  }
  const run = async (text: string, isolation = 'read committed') => {
    try {
      await sql().begin(`isolation level ${isolation}`, (transaction) => transaction.unsafe(text))
    } catch (error) {
      throw storeError(error)
    }
  }
  let tables: Tables | undefined
  const known = async () => {
    tables ??= await tablesOf(sql())
    return tables
  }
  return {
    async list() {
      const rows = await sql().unsafe<{ name: string; version: string | null }[]>(
        `select nspname as name, obj_description(oid, 'pg_namespace') as version from pg_namespace
        where starts_with(nspname, '${PREFIX}')`,
      )
      return rows.map(({ name, version }) => ({ name: name.slice(PREFIX.length), version: version ?? '' }))
    },
    // With this isolation level the copy has one state of all tables, also while other sessions write.
    save: async (name) => run(copyText(await known(), 'public', PREFIX + name), 'repeatable read'),
    copy: async (from, to) => run(copyText(await known(), PREFIX + from, PREFIX + to)),
    restore: async (name) => run(restoreText(await known(), PREFIX + name)),
    remove: async (name) => run(`drop schema if exists "${PREFIX}${name}" cascade`),
    close: async () => opened?.end({ timeout: 5 }),
  }
}

interface Copied {
  readonly name: string
  readonly primaryKey: readonly string[]
}

interface Tables {
  readonly version: string
  /** Tables with data. Each table comes after the tables that it refers to. */
  readonly copied: readonly Copied[]
  /** Tables of rate windows and nonces, which a restore empties. */
  readonly counters: readonly string[]
}

async function tablesOf(sql: Sql): Promise<Tables> {
  const applied = await sql.unsafe<{ name: string }[]>('select name from migrations order by name')
  const rows = await sql.unsafe<{ name: string }[]>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  )
  const existing = new Set(rows.map(({ name }) => name))
  const names = applied.map(({ name }) => name)
  const copied = catalogOf(names).tables.filter(({ name }) => existing.has(name) && !KEPT.includes(name))
  const counters = [...existing].filter(
    (name) => !copied.some((table) => table.name === name) && !KEPT.includes(name),
  )
  return { version: names.at(-1) ?? '', copied, counters }
}

/**
 * Copies all tables in one round trip and one transaction. A copy of a copy keeps the transaction id of the first copy.
 */
function copyText({ version, copied }: Tables, from: string, to: string): string {
  const origin =
    from === 'public'
      ? 'select pg_snapshot_xmin(pg_current_snapshot())::xid as oldest'
      : `table "${from}"."${ORIGIN}"`
  return `do $copy$ begin
    drop schema if exists "${to}" cascade;
    create schema "${to}";
    comment on schema "${to}" is '${version}';
    create unlogged table "${to}"."${ORIGIN}" as ${origin};
    ${copied.map(({ name }) => `create unlogged table "${to}"."${name}" as table "${from}"."${name}";`).join('\n')}
  end $copy$`
}

/**
 * SQL that restores a copy. Rows that no transaction has written since the copy was made are equal in the
 * copy, and do not change. The remaining rows are deleted and copied again, so that the time depends on the
 * number of changed rows. This needs a database user who may disable the checks of foreign keys, because
 * these checks would take most of the time. For a database user without this right, all rows are copied.
 */
function restoreText(tables: Tables, from: string): string {
  return `do $restore$ declare large text; recent integer; begin
    begin
      perform set_config('session_replication_role', 'replica', true);
      select age(oldest) into recent from "${from}"."${ORIGIN}";
    exception when insufficient_privilege or undefined_table then null;
    end;
    if recent is null then
      ${copyAllText(tables, from)}
    else
      ${copyChangedText(tables, from)}
    end if;
  end $restore$`
}

/** Copies all rows. Small tables are emptied with `delete`, because `truncate` creates a file. */
function copyAllText({ copied, counters }: Tables, from: string): string {
  const emptied = [...copied.map(({ name }) => name).toReversed(), ...counters]
  return `select string_agg(quote_ident(name), ', ') into large from unnest(array[${emptied.map((name) => `'${name}'`).join(', ')}]) name
      where pg_relation_size(quote_ident(name)::regclass) > ${LARGE_BYTES};
    if large is not null then execute 'truncate ' || large || ' cascade'; end if;
    ${emptied.map((name) => `delete from "${name}";`).join('\n')}
    ${copied.map(({ name }) => `insert into "${name}" select * from "${from}"."${name}";`).join('\n')}`
}

/**
 * Copies the changed rows. After the deletion a table has only rows that the copy also has, so an equal count means
 * equal rows.
 */
function copyChangedText({ copied, counters }: Tables, from: string): string {
  const lines = copied.map(({ name, primaryKey }) => {
    const isSame = primaryKey.map((key) => `present."${key}" = stored."${key}"`).join(' and ')
    return `if (select count(*) from "${name}") <> (select count(*) from "${from}"."${name}") then
      insert into "${name}" select stored.* from "${from}"."${name}" stored
        where not exists (select 1 from "${name}" present where ${isSame});
    end if;`
  })
  return `${counters.map((name) => `delete from "${name}";`).join('\n')}
    ${copied.map(({ name }) => `delete from "${name}" where age(xmin) <= recent;`).join('\n')}
    ${lines.join('\n')}`
}
