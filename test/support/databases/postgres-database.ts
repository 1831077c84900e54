import postgres from 'postgres'

/** Options of a new database. */
export interface DatabaseOptions {
  /** Server encoding, for example `SQL_ASCII`. The default is the encoding of the template. */
  encoding?: string
  /** Database to copy. It must have no connections. */
  template?: string
}

/**
 * Creates a database on the server of `serverUrl`. Returns its URL.
 *
 * @throws postgres.PostgresError when the database already exists or the options conflict
 */
export async function createDatabase(
  serverUrl: string,
  name: string,
  options: DatabaseOptions = {},
): Promise<string> {
  // PostgreSQL allows a different encoding only for copies of template0.
  const template = options.template ?? (options.encoding === undefined ? undefined : 'template0')
  const clauses = [
    `create database ${identifier(name)}`,
    // By default the copy goes through the write-ahead log, which takes three times as long for a small database.
    template === undefined ? '' : `template ${identifier(template)} strategy file_copy`,
    options.encoding === undefined ? '' : `encoding ${literal(options.encoding)}`,
  ]
  await execute(serverUrl, clauses.join(' '))
  return databaseUrl(serverUrl, name)
}

/** Drops a database if it exists, and closes its connections. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await execute(serverUrl, `drop database if exists ${identifier(name)} with (force)`)
}

/** True if the server has a database with this name. */
export async function databaseExists(serverUrl: string, name: string): Promise<boolean> {
  const rows = await execute(serverUrl, `select 1 from pg_database where datname = ${literal(name)}`)
  return rows.length > 0
}

/**
 * Renames a database, which must have no connections.
 *
 * @throws postgres.PostgresError when the name is taken
 */
export async function renameDatabase(serverUrl: string, name: string, newName: string): Promise<void> {
  await execute(serverUrl, `alter database ${identifier(name)} rename to ${identifier(newName)}`)
}

/** Replaces the database in the path of `serverUrl`. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${encodeURIComponent(name)}`
  return url.href
}

/** Seconds without statements after which a connection ends, so that it does not keep the process alive for long. */
const IDLE_SECONDS = 1

/** Connections for statements about databases, by URL of the server. Connecting takes as long as such a statement. */
const connections = new Map<string, postgres.Sql>()

async function execute(serverUrl: string, statement: string): Promise<readonly object[]> {
  let sql = connections.get(serverUrl)
  if (sql === undefined) {
    sql = postgres(serverUrl, {
      max: 1,
      idle_timeout: IDLE_SECONDS,
      onnotice: () => {},
      fetch_types: false,
    })
    connections.set(serverUrl, sql)
  }
  return await sql.unsafe(statement)
}

function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
