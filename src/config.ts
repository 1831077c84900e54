/**
 * Every setting: name, type, default, one sentence. Flags, `AVIARY_…` variables, `--help` and docs/settings.md
 * derive from this table, and nothing else reads the environment.
 */
import {
  apiDate,
  cidrs,
  databaseUrl,
  flag,
  hostNames,
  httpUrl,
  type Kind,
  keyPrefix,
  oneOf,
  optionalPort,
  origin,
  path,
  port,
  publicUrl,
  receivers,
  sealingKey,
  secretText,
  text,
  whole,
} from './config-kinds.ts'

interface Setting<T> {
  readonly kind: Kind<T>
  readonly fallback: T
  /** The default as help and docs print it. */
  readonly shown: string
  readonly sentence: string
}

function setting<T>(
  kind: Kind<T>,
  fallback: T,
  sentence: string,
  shown = String(fallback ?? ''),
): Setting<T> {
  return { kind, fallback, sentence, shown: shown === '' ? 'none' : shown }
}

export const SETTINGS = {
  data: setting(path, './data', 'Directory of the database file, the key file and the media.'),
  database: setting(
    databaseUrl,
    '',
    'PostgreSQL 15 or newer for the data, as postgres://…; without it, one SQLite file in the data directory.',
  ),
  host: setting(text, '127.0.0.1', 'Address that the public listener binds to.'),
  port: setting(port, 8080, 'Port of the public listener; 0 takes a free one.'),
  ops_host: setting(text, '127.0.0.1', 'Address of the operations listener (health, metrics, controls).'),
  ops_port: setting(port, 8081, 'Port of the operations listener; 0 takes a free one.'),
  upload_port: setting(
    optionalPort,
    undefined,
    'Port of a listener of its own for media uploads; they are served on the public listener as well.',
  ),
  stream_port: setting(
    optionalPort,
    undefined,
    'Port of a listener of its own for the compliance stream; none serves it on the public listener.',
  ),
  console_port: setting(
    optionalPort,
    undefined,
    'Port of a listener of its own for the console; none serves it on the public listener.',
  ),
  hosts: setting(
    hostNames,
    [],
    'Host names that the public listeners answer to, such as api.example.org, on every port unless one is named; none answers to every name.',
  ),
  base_url: setting(
    publicUrl,
    '',
    'Where clients reach the server from outside, such as https://api.example.org, for commands that print URLs; none follows from hosts, ports and TLS.',
  ),
  stream_url: setting(
    publicUrl,
    '',
    'Where consumers reach the compliance stream from outside; none is base_url, with the stream port where there is one.',
  ),
  tls_cert: setting(
    path,
    '',
    'PEM file of the certificate chain; with tls_key the listeners speak TLS 1.2 or newer.',
  ),
  tls_key: setting(path, '', 'PEM file of the certificate’s private key.'),
  insecure_http: setting(
    cidrs,
    [],
    'Networks whose clients may use plain HTTP, such as those of containers; loopback always may.',
  ),
  trusted_proxy: setting(
    cidrs,
    [],
    'Networks of proxies whose forwarded or x-forwarded-… headers are believed.',
  ),
  cors_origin: setting(origin, '', 'Origin that may read answers in a browser; none sends no CORS headers.'),
  limits: setting(
    oneOf('documented', 'relaxed', 'off'),
    'documented',
    'Rate limits: those of 2020, a hundred times those, or none.',
  ),
  api_date: setting(
    apiDate,
    '2020-08-12',
    'The day that retirements are judged by: a date, "live" for today, "off" for never. On the default day every documented endpoint lived.',
  ),
  migrate: setting(flag, true, 'Bring the database to this program’s version at start.'),
  verify_at_start: setting(
    oneOf('wait', 'background', 'off'),
    'wait',
    'SQLite: check the whole file before serving, while serving (which ends when damage is found), or not at all.',
  ),
  log_level: setting(
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    'Least serious log line that is written.',
  ),
  key: setting(
    sealingKey,
    '',
    'The key that seals secrets, as 64 hex digits; without it, aviary.key in the data directory, made at first start.',
  ),
  pool: setting(whole(1, 500), 10, 'PostgreSQL: connections for reading in this process.'),
  database_wait: setting(
    whole(0, 86_400),
    60,
    'PostgreSQL: seconds for which a start waits for a database that boots or has no connection free.',
  ),
  webhook_allow: setting(
    receivers,
    [],
    'Networks, addresses and host names in which receivers of webhooks may be although they are not public; these may use plain HTTP and any port.',
  ),
  webhook_crc_minutes: setting(
    whole(1, 1440),
    60,
    'Minutes between two challenges by which a receiver of webhooks proves that it knows the secret.',
  ),
  webhook_log_days: setting(
    whole(1, 7),
    7,
    'Days for which it is kept what became of deliveries to webhooks, and for which one may wait.',
  ),
  retention_days: setting(
    whole(7, 36500),
    30,
    'Days for which the event log is kept; streams can resume this far back.',
  ),
  vocabulary: setting(
    path,
    '',
    'JSON file of names that posts are annotated with, beside those that Aviary knows.',
  ),
  named_entities: setting(
    oneOf('off', 'on'),
    'off',
    'Whether new posts are also annotated with people, places and organizations that no list has, as rules of English tell them: 2 to 10 ms a post.',
  ),
  batch_compliance: setting(
    oneOf('off', 'on'),
    'on',
    'Whether apps may upload ids and download what became of them, as the public service offers from 2021 on.',
  ),
  search_days: setting(
    whole(1, 36_500),
    7,
    'Days back that recent search finds posts; data sets of older posts are searched with more. Servers over one database share one index, which reaches back as far as the fewest days say: start all with the same.',
  ),
  media_quota_mib: setting(
    whole(1, 1_000_000_000),
    5_120,
    'MiB of media that a user may have stored, those of posts and messages and those on their way.',
  ),
  media_bucket: setting(
    text,
    '',
    'Bucket of a store that speaks S3, for media; without it they are files in the data directory, and part of backups.',
  ),
  media_bucket_prefix: setting(keyPrefix, '', 'What the keys of media in the bucket begin with.'),
  media_bucket_endpoint: setting(httpUrl, '', 'URL of the store of the bucket; none is that of the region.'),
  media_bucket_region: setting(text, 'us-east-1', 'Region of the bucket; stores without regions ignore it.'),
  media_bucket_key: setting(
    text,
    '',
    'Access key of the bucket; none looks where the client of S3 does by itself.',
  ),
  media_bucket_secret: setting(secretText, '', 'Secret of the access key of the bucket.'),
} as const satisfies Record<string, Setting<unknown>>

export type SettingName = keyof typeof SETTINGS

/** The value of every setting. */
export type Config = {
  readonly [Name in SettingName]: (typeof SETTINGS)[Name] extends Setting<infer T> ? Widen<T> : never
}

type Widen<T> = T extends boolean ? boolean : T

/** `ops_port` as a flag: `--ops-port`. */
export function flagOf(name: SettingName): string {
  return `--${name.replaceAll('_', '-')}`
}

/** `ops_port` as a variable: `AVIARY_OPS_PORT`. */
export function variableOf(name: SettingName): string {
  return `AVIARY_${name.toUpperCase()}`
}

/** Thrown by {@link readConfig}; `faults` has one sentence per wrong or unknown setting. */
export class ConfigFaults extends Error {
  override readonly name = 'ConfigFaults'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

/**
 * Merges defaults, variables and flags (later ones win) into a {@link Config}.
 *
 * @param flags values given on the command line, by setting name; true and false for switches
 * @param environment the process's variables; names that begin with `AVIARY_` and are no setting are faults
 * @throws {ConfigFaults} with every fault at once, so that one start shows all of them
 */
export function readConfig(
  flags: Readonly<Record<string, string | boolean | undefined>>,
  environment: Readonly<Record<string, string | undefined>>,
): Config {
  const faults = unknownVariables(environment)
  const values: Record<string, unknown> = {}
  for (const [name, entry] of Object.entries(SETTINGS) as [SettingName, Setting<unknown>][]) {
    values[name] = entry.fallback
    const sources = [
      [variableOf(name), environment[variableOf(name)]],
      [flagOf(name), flags[name]],
    ] as const
    for (const [source, given] of sources) {
      if (given === undefined) continue
      const parsed = entry.kind.parse(String(given))
      if ('value' in parsed) values[name] = parsed.value
      else {
        const value = entry.kind.isSecret === true ? 'the value' : JSON.stringify(given)
        faults.push(`${source}: ${value} is not accepted; give ${parsed.expected}.`)
      }
    }
  }
  const config = values as Config
  faults.push(...disagreements(config))
  if (faults.length > 0) throw new ConfigFaults(faults)
  return config
}

/** What is wrong between settings that are right by themselves. */
function disagreements({ tls_cert, tls_key }: Config): string[] {
  if ((tls_cert === '') === (tls_key === '')) return []
  const [given, missing] =
    tls_key === '' ? (['tls_cert', 'tls_key'] as const) : (['tls_key', 'tls_cert'] as const)
  return [`${flagOf(given)} is given without ${flagOf(missing)}; give both, or neither for plain HTTP.`]
}

/** Every setting at its default. */
export function defaultConfig(): Config {
  return readConfig({}, {})
}

/** The process's environment; the one place that reads it. */
export function processEnvironment(): Readonly<Record<string, string | undefined>> {
  return process.env
}

function unknownVariables(environment: Readonly<Record<string, string | undefined>>): string[] {
  const known = new Set(Object.keys(SETTINGS).map((name) => variableOf(name as SettingName)))
  return Object.keys(environment)
    .filter((name) => name.startsWith('AVIARY_') && !known.has(name))
    .map(
      (name) => `${name} is not a setting of Aviary; remove it, or see "aviary serve --help" for the names.`,
    )
}
