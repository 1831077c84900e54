/**
 * All settings, each with name, type, default and one sentence. Flags, variables `AVIARY_…`, keys of `aviary.yaml`,
 * `--help` and docs/settings.md are derived from this table. No other code reads the environment.
 */

import { disagreements } from './config-disagreements.ts'
import { ConfigFaults } from './config-faults.ts'
import {
  apiDate,
  cidrs,
  databaseUrl,
  flag,
  hostNames,
  httpUrl,
  keyPrefix,
  mailAddress,
  natsUrl,
  oneOf,
  optionalPort,
  origin,
  path,
  port,
  publicUrl,
  receivers,
  roleList,
  type Setting,
  SIGN_UP,
  sealingKey,
  secretText,
  setting,
  smtpUrl,
  text,
  whole,
} from './config-kinds.ts'
import { ROLES, roleNames } from './lib/hosts/roles.ts'

export const SETTINGS = {
  data: setting(path, './data', 'Directory for the database file, the key file and the media.'),
  database: setting(
    databaseUrl,
    '',
    'URL of a PostgreSQL 15 (or newer) database, postgres://…, also with several hosts of which one is the primary, separated by commas; without it, data is in one SQLite file in the data directory.',
  ),
  host: setting(text, '127.0.0.1', 'Address of the public listener.'),
  port: setting(port, 8080, 'Port of the public listener; 0 chooses a free port.'),
  ops_host: setting(text, '127.0.0.1', 'Address of the admin listener (health, metrics, moderation).'),
  ops_port: setting(port, 8081, 'Port of the admin listener; 0 chooses a free port.'),
  upload_port: setting(
    optionalPort,
    undefined,
    'Port of an additional listener for media uploads; the public listener serves them too.',
  ),
  stream_port: setting(
    optionalPort,
    undefined,
    'Port of a separate listener for the compliance stream; without it, the public listener serves the stream.',
  ),
  console_port: setting(
    optionalPort,
    undefined,
    'Port of a separate listener for the console; without it, the public listener serves the console.',
  ),
  proxy_port: setting(
    optionalPort,
    undefined,
    'Port of a proxy for clients with built-in host names, such as twarc and tweepy: HTTPS_PROXY in their environment; without it, there is no proxy.',
  ),
  proxy_host: setting(text, '127.0.0.1', 'Address of the proxy of proxy_port.'),
  hosts: setting(
    hostNames,
    [],
    'Host names that the public listeners accept, such as api.example.org, with or without a port; without it, they accept every name.',
  ),
  base_url: setting(
    publicUrl,
    '',
    'Public base URL, such as https://api.example.org, for commands that print URLs; without it, the URL is derived from hosts, ports and TLS.',
  ),
  stream_url: setting(
    publicUrl,
    '',
    'Public base URL of the compliance stream; without it, base_url, with the stream port if there is one.',
  ),
  tls: setting(
    oneOf('files', 'auto'),
    'files',
    'TLS certificate of the listeners: the files of tls_cert and tls_key, or one that the server makes itself for the public host names, with its authority in tls-ca.pem of the data directory.',
  ),
  tls_cert: setting(
    path,
    '',
    'PEM file of the certificate chain; with tls_key, the listeners use TLS 1.2 or newer.',
  ),
  tls_key: setting(path, '', 'PEM file of the certificate’s private key.'),
  insecure_http: setting(
    cidrs,
    [],
    'Networks whose clients may use HTTP without TLS, such as container networks; loopback always may.',
  ),
  trusted_proxy: setting(
    cidrs,
    [],
    'Networks of proxies whose forwarded and x-forwarded-… headers the server trusts.',
  ),
  cors_origin: setting(
    origin,
    '',
    'Origin that may read responses in a browser; without it, the server sends no CORS headers.',
  ),
  limits: setting(
    oneOf('documented', 'relaxed', 'off'),
    'documented',
    'Rate limits: the limits documented in 2020, a hundred times these limits, or no limits.',
  ),
  monthly_cap: setting(
    oneOf('search', 'all'),
    'search',
    'API v2: reads whose posts count against the monthly cap of a project: searches and filtered streams, or also lookups, timelines, mentions, likes, bookmarks and lists.',
  ),
  full_archive: setting(
    oneOf('open', 'academic'),
    'open',
    'Apps that may search and count the full archive of posts: all apps, or apps of the level "academic" only.',
  ),
  api_date: setting(
    apiDate,
    '2020-08-12',
    'Date whose API is served: paths, fields, limits. "live" is today; "latest" serves every path that ever existed, in its newest form.',
  ),
  second_generation: setting(
    oneOf('open', 'dated'),
    'open',
    'API v2: with all endpoints and fields that it ever had, or only with those of api_date.',
  ),
  retired_messages: setting(
    oneOf('gone', 'unknown'),
    'gone',
    'Legacy endpoints of direct messages after their end: 410 with code 251, or 404 with code 34 as the public service did.',
  ),
  public_pages: setting(
    oneOf('off', 'unlisted', 'listed'),
    'off',
    'Public pages of profiles, posts, hashtags and searches, for browsers without sign-in: none, closed to search engines, or open to them.',
  ),
  sign_up: setting(SIGN_UP, 'closed', 'Sign-up: none, by invitation, after approval, or open; see smtp_url.'),
  smtp_url: setting(
    smtpUrl,
    '',
    'SMTP server, smtp://user:password@host:587 or smtps://host:465, that sends members a link when they have forgotten the password, and mails about sign-ups; without it, the operator makes the links, and sign_up open reveals which e-mail addresses are in use. Needs mail_from and base_url.',
  ),
  mail_from: setting(
    mailAddress,
    '',
    'Sender of mails, such as Aviary <aviary@example.org>; mails that bounce come to this address.',
  ),
  test_controls: setting(
    oneOf('off', 'on'),
    'off',
    'Test controls at /test/ of the admin listener: clock, reset, snapshots. For tests only: a caller with the test token can change and remove all data.',
  ),
  test_token: setting(
    secretText,
    '',
    'Token of the test controls; without it, test.token in the data directory, created at start.',
  ),
  migrate: setting(flag, true, 'Update the database schema to the version of this program at start.'),
  verify_at_start: setting(
    oneOf('wait', 'background', 'off'),
    'wait',
    'SQLite: check the whole file for corruption before serving, in the background (the server stops when it finds corruption), or not at all.',
  ),
  log_level: setting(
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    'Minimum level of log lines.',
  ),
  key: setting(
    sealingKey,
    '',
    'Key that encrypts secrets, 64 hex digits; without it, aviary.key in the data directory, created at the first start.',
  ),
  pool: setting(whole(1, 500), 10, 'PostgreSQL: size of the connection pool for reads, per process.'),
  database_wait: setting(
    whole(0, 86_400),
    60,
    'PostgreSQL: seconds that a start waits for a database that is booting or has no free connection.',
  ),
  drain_seconds: setting(whole(0, 300), 0, 'Seconds that a stop still serves requests, with /readyz at 503.'),
  database_replica: setting(databaseUrl, '', 'PostgreSQL: URL of a standby for lists, searches and counts.'),
  database_failover_wait: setting(whole(0, 600), 10, 'PostgreSQL: seconds to wait for a new primary.'),
  roles: setting(roleList, ROLES, 'PostgreSQL: kinds of work that this node does.', roleNames(ROLES)),
  relay: setting(
    natsUrl,
    '',
    'PostgreSQL: NATS servers with JetStream, nats://user:password@host:4222,host:4222, that bring the log to all nodes; without it, every node reads the log from the database.',
  ),
  webhook_allow: setting(
    receivers,
    [],
    'Networks, addresses and host names that webhooks may use although they are not public; HTTP without TLS and every port are allowed there.',
  ),
  webhook_crc_minutes: setting(
    whole(1, 1440),
    60,
    'Minutes between two challenges (CRC) of a webhook receiver.',
  ),
  webhook_log_days: setting(
    whole(1, 7),
    7,
    'Days that results of webhook deliveries are stored, and that a delivery can wait before it expires.',
  ),
  retention_days: setting(
    whole(7, 36500),
    30,
    'Days that events are stored in the log; streams can resume this far back.',
  ),
  audit_days: setting(whole(30, 36_500), 730, 'Days that entries of the audit log are stored.'),
  vocabulary: setting(
    path,
    '',
    'JSON file of names for annotations of posts, in addition to the catalogue of Aviary.',
  ),
  named_entities: setting(
    oneOf('off', 'on'),
    'off',
    'Annotate new posts also with people, places and organizations that are in no catalogue, by rules of English grammar; costs 2 to 10 ms per post.',
  ),
  batch_compliance: setting(
    oneOf('off', 'on'),
    'on',
    'Offer batch compliance jobs to apps, as the public service does since 2021.',
  ),
  search_days: setting(
    whole(1, 36_500),
    7,
    'Days that recent search and recent counts go back; use more for data sets of older posts. The index and the calls for the full archive cover all posts.',
  ),
  import_upload_mib: setting(whole(1, 1_000_000), 8_192, 'MiB of a file that operators upload to import it.'),
  import_uploads: setting(whole(1, 1_000), 20, 'Uploaded files for imports that are stored at a time.'),
  media_quota_mib: setting(
    whole(1, 1_000_000_000),
    5_120,
    'MiB of media per user: media of posts, of messages, and unfinished uploads.',
  ),
  media_bucket: setting(
    text,
    '',
    'S3 bucket for media; without it, media are files in the data directory and part of backups.',
  ),
  media_bucket_prefix: setting(keyPrefix, '', 'Prefix of the keys of media in the bucket.'),
  media_bucket_endpoint: setting(
    httpUrl,
    '',
    'URL of the S3 endpoint; without it, the endpoint of the region.',
  ),
  media_bucket_region: setting(text, 'us-east-1', 'Region of the bucket; some S3 stores ignore it.'),
  media_bucket_key: setting(
    text,
    '',
    'Access key of the bucket; without it, the S3 client uses its default credential sources.',
  ),
  media_bucket_secret: setting(secretText, '', 'Secret access key of the bucket.'),
} as const satisfies Record<string, Setting<unknown>>

export type SettingName = keyof typeof SETTINGS

/** Values of all settings by name. */
export type Config = {
  readonly [Name in SettingName]: (typeof SETTINGS)[Name] extends Setting<infer T> ? Widen<T> : never
}

type Widen<T> = T extends boolean ? boolean : T

/** Flag of a setting: `ops_port` is `--ops-port`. */
export function flagOf(name: SettingName): string {
  return `--${name.replaceAll('_', '-')}`
}

/** Environment variable of a setting: `ops_port` is `AVIARY_OPS_PORT`. */
export function variableOf(name: SettingName): string {
  return `AVIARY_${name.toUpperCase()}`
}

/** Settings from a settings file (`src/config-file.ts`). */
export interface FileSettings {
  readonly path: string
  /** Values as texts in the form of flags, each with its position, such as `aviary.yaml:3:1`. */
  readonly values: ReadonlyMap<SettingName, { readonly text: string; readonly at: string }>
  /** One sentence for each unknown key and for each value of a wrong type. */
  readonly faults: readonly string[]
}

/** Where the value of a setting comes from. */
export interface SettingSource {
  readonly kind: 'default' | 'file' | 'variable' | 'flag'
  /** Name of the flag or variable, or the position in the settings file; `default` for the default value. */
  readonly from: string
}

export interface ReadSettings {
  readonly config: Config
  readonly sources: Readonly<Record<SettingName, SettingSource>>
}

/** The values of {@link readSettings} without a settings file. */
export function readConfig(flags: Flags, environment: Environment): Config {
  return readSettings(flags, environment).config
}

type Flags = Readonly<Record<string, string | boolean | undefined>>
type Environment = Readonly<Record<string, string | undefined>>

/**
 * Merges defaults, settings file, variables and flags into a {@link Config}. Later sources in this order replace
 * earlier ones.
 *
 * @param flags values from the command line by setting name; true or false for switches
 * @param environment environment variables; unknown names that begin with `AVIARY_` are errors
 * @throws {ConfigFaults} with all faults
 */
export function readSettings(flags: Flags, environment: Environment, file?: FileSettings): ReadSettings {
  const faults = [...(file?.faults ?? []), ...unknownVariables(environment)]
  const values: Record<string, unknown> = {}
  const sources: Record<string, SettingSource> = {}
  for (const [name, entry] of Object.entries(SETTINGS) as [SettingName, Setting<unknown>][]) {
    values[name] = entry.fallback
    sources[name] = { kind: 'default', from: 'default' }
    for (const { kind, from, given } of givenValues(name, flags, environment, file)) {
      const parsed = entry.kind.parse(String(given))
      if ('value' in parsed) {
        values[name] = parsed.value
        sources[name] = { kind, from }
      } else {
        const value = entry.kind.isSecret === true ? 'the value' : JSON.stringify(given)
        const source = kind === 'file' ? `${from}: ${name}` : from
        faults.push(`${source}: ${value} is not accepted; use ${parsed.expected}.`)
      }
    }
  }
  const config = values as Config
  faults.push(...disagreements(config))
  if (faults.length > 0) throw new ConfigFaults(faults)
  return { config, sources: sources as ReadSettings['sources'] }
}

interface Given extends SettingSource {
  readonly given: string | boolean
}

/** The values that were given for a setting, ordered from the lowest precedence to the highest. */
function givenValues(
  name: SettingName,
  flags: Flags,
  environment: Environment,
  file: FileSettings | undefined,
): readonly Given[] {
  const inFile = file?.values.get(name)
  const [variable, flagName] = [variableOf(name), flagOf(name)]
  const all = [
    { kind: 'file', from: inFile?.at ?? '', given: inFile?.text },
    { kind: 'variable', from: variable, given: environment[variable] },
    { kind: 'flag', from: flagName, given: flags[name] },
  ] as const
  return all.flatMap(({ given, ...source }) => (given === undefined ? [] : [{ ...source, given }]))
}

/** True when the public listeners use TLS. */
export function usesTls({ tls, tls_cert }: Pick<Config, 'tls' | 'tls_cert'>): boolean {
  return tls === 'auto' || tls_cert !== ''
}

/** All settings with their default values. */
export function defaultConfig(): Config {
  return readConfig({}, {})
}

/** The environment of the process. Other code does not read the environment. */
export function processEnvironment(): Readonly<Record<string, string | undefined>> {
  return process.env
}

function unknownVariables(environment: Readonly<Record<string, string | undefined>>): string[] {
  const names = Object.keys(SETTINGS).map((name) => variableOf(name as SettingName))
  // AVIARY_CONFIG is the path of the settings file (src/config-file.ts).
  const known = new Set([...names, 'AVIARY_CONFIG'])
  const advice = 'remove it, or see "aviary serve --help" for all settings.'
  return Object.keys(environment)
    .filter((name) => name.startsWith('AVIARY_') && !known.has(name))
    .map((name) => `${name} is not a setting of Aviary; ${advice}`)
}
