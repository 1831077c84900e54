/**
 * Generates documents: settings, endpoints, errors, events. Run `npm run docs` after changing their sources;
 * src/layout.test.ts fails while they differ.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Node, PropertySignatureDeclaration } from 'typescript/unstable/ast'
import {
  isInterfaceDeclaration,
  isPropertySignatureDeclaration,
  isTypeAliasDeclaration,
  isTypeLiteralNode,
} from 'typescript/unstable/ast/is'
import { PROBLEMS } from '../src/api/_problems.ts'
import { UPLOAD_ERRORS, V11_ERRORS } from '../src/api/1.1/_errors.ts'
import { CONNECTS } from '../src/api/stream/compliance/_connects.ts'
import { STREAM_ERRORS } from '../src/api/stream/compliance/_errors.ts'
import { flagOf, SETTINGS, type SettingName, variableOf } from '../src/config.ts'
import { BODY_TIMEOUT_MS, MAX_FORM_BYTES, MAX_TOTAL_BODY_BYTES } from '../src/http/body.ts'
import type { AuthKind, Endpoint, Method, WindowSpec } from '../src/http/endpoint.ts'
import { MAX_HEADERS } from '../src/http/head.ts'
import {
  HEADERS_TIMEOUT_MS,
  HTTP2_RESETS,
  KEEP_ALIVE_MS,
  MAX_HEADER_BYTES,
  MAX_HTTP2_STREAMS,
  STALLED_MS,
} from '../src/http/listener.ts'
import { MAX_CONCURRENT_REQUESTS } from '../src/http/pipeline.ts'
import { CLOSE_MESSAGES } from '../src/streams/compliance/closing.ts'
import { CONNECTIONS_MOST } from '../src/streams/compliance/hub.ts'
import { endpointsOf, importApi, isEndpointFile } from '../test/layout/endpoints.ts'
import { nodesIn, parseSources, ROOT, readText, type Source } from '../test/layout/source.ts'

/** Every generated document by its path from the root. */
export async function generatedDocuments(): Promise<ReadonlyMap<string, string>> {
  const [event] = parseSources({ 'src/log/event.ts': readText('src/log/event.ts') })
  const modules = (await importApi()).filter(({ path }) => isEndpointFile(path))
  const endpoints = modules
    .flatMap((module) => endpointsOf(module) as unknown as DocumentedEndpoint[])
    .toSorted((a, b) => compare(a.paths[0], b.paths[0]) || compare(a.method, b.method))
  return new Map([
    ['docs/settings.md', settingsPage()],
    ['docs/endpoints.md', endpointsPage(endpoints)],
    ['docs/limits.md', limitsPage(endpoints)],
    ['docs/errors.md', errorsPage()],
    ['docs/events.md', event === undefined ? '' : eventsPage(event)],
  ])
}

type DocumentedEndpoint = Pick<
  Endpoint<never, never>,
  'method' | 'paths' | 'summary' | 'auth' | 'writes' | 'window' | 'params' | 'errors'
>

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

function page(title: string, source: string, ...parts: readonly string[]): string {
  const note = `_Generated from ${source} by \`npm run docs\`; change that, not this._`
  return `${[`# ${title}`, note, ...parts].join('\n\n')}\n`
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, heads.map(() => '---'), ...rows]
  return lines
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')
}

function settingsPage(): string {
  const names = Object.keys(SETTINGS) as SettingName[]
  const rows = names.map((name) => {
    const { kind, shown, sentence } = SETTINGS[name]
    const flag = flagOf(name)
    const spelled =
      kind.placeholder === undefined
        ? `${flag}, ${flag.replace('--', '--no-')}`
        : `${flag} ${kind.placeholder}`
    return [`\`${spelled}\``, `\`${variableOf(name)}\``, shown === 'none' ? 'none' : `\`${shown}\``, sentence]
  })
  return page(
    'Settings',
    '`src/config.ts`',
    'A flag goes before a variable, a variable before the default. An unknown variable that begins with `AVIARY_` stops the start. ' +
      'Every command takes `--data`, `--database`, `--key` and `--migrate`; `serve` and `demo` take all.',
    table(['Flag', 'Variable', 'Default', 'Meaning'], rows),
  )
}

/** Default window in seconds. */
const QUARTER_HOUR = 900

const SECTION_END = '\n\n'

function endpointsPage(endpoints: readonly DocumentedEndpoint[]): string {
  return page(
    'Endpoints',
    'the declarations in `src/api`',
    'Each has its window in [limits.md](limits.md). What authentication, limits and parameters refuse comes on top ' +
      'of the errors named here; [errors.md](errors.md) has their texts.',
    endpoints.map(endpointSection).join(SECTION_END),
  )
}

/** The windows of 2020; the setting `limits` scales them. */
function limitsPage(endpoints: readonly DocumentedEndpoint[]): string {
  const rows = endpoints.flatMap(({ method, paths, auth, window }) => {
    if (window === undefined) return []
    const { user, app, seconds = QUARTER_HOUR } = window
    const granted = [auth.includes('user') ? user : 0, auth.includes('app') ? app : 0].map(grantedText)
    return [
      [
        `${method} \`${paths[0]}\``,
        ...granted,
        `${seconds / 60} min`,
        sharedBudget(method, paths[0], window),
      ],
    ]
  })
  return page(
    'Limits',
    'the declarations in `src/api` and the bounds of `src/http`',
    'Requests in a window, for each user token and for each app. A window begins with the first request after the one ' +
      'before has ended. The answer says what is left (`x-rate-limit-limit`, `-remaining`, `-reset`); what is too much ' +
      'is answered 429/88 and uses nothing. Endpoints with the same budget share one count. `--limits relaxed` grants ' +
      'a hundred times as much, `--limits off` refuses nothing.',
    table(['Endpoint', 'User', 'App', 'Window', 'Shared budget'], rows),
    '## The compliance stream',
    `Of an account, ${CONNECTS.limit} connection requests in ${CONNECTS.seconds} seconds, and ${CONNECTIONS_MOST} connections at once to each of the eight partitions. ` +
      'Every request counts, also a refused one. What is too much is answered 429 with `retry-after`. A consumer of all partitions has ' +
      'two requests to spare: one that begins or restarts more often within a window has to wait for the next, as the one in ' +
      '`examples/compliance-consumer` does.',
    '## Bounds of requests',
    'What holds for every request, whoever sends it. Errors have the form of the family that is asked.',
    table(['What', 'Bound', 'Beyond it'], boundRows()),
  )
}

function sharedBudget(method: Method, path: string, { budget, countedAs = method }: WindowSpec): string {
  return countedAs === method ? (budget ?? '') : `${countedAs} ${path}`
}

function boundRows(): string[][] {
  const kib = (bytes: number) => `${bytes / 1024} KiB`
  const seconds = (milliseconds: number) => `${milliseconds / 1000} s`
  return [
    ['Request line and headers together', kib(MAX_HEADER_BYTES), '431'],
    ['Headers', String(MAX_HEADERS), '431'],
    ['Body of a form', kib(MAX_FORM_BYTES), '413'],
    ['Time until the headers are there', seconds(HEADERS_TIMEOUT_MS), '408'],
    ['Time until the body is there', seconds(BODY_TIMEOUT_MS), '408'],
    ['Time that a connection lies idle', seconds(KEEP_ALIVE_MS), 'it is closed'],
    ['Time in which a client reads nothing of its answer', seconds(STALLED_MS), 'it is closed'],
    ['Requests at once on an HTTP/2 connection', String(MAX_HTTP2_STREAMS), 'they wait'],
    [
      'Requests that an HTTP/2 connection takes back',
      `${HTTP2_RESETS.streamResetBurst}, then ${HTTP2_RESETS.streamResetRate} a second`,
      'it is closed',
    ],
    ['Requests at once, all together', MAX_CONCURRENT_REQUESTS.toLocaleString('en'), '503/130'],
    ['Bodies of forms being read, all together', `${MAX_TOTAL_BODY_BYTES / 1024 / 1024} MiB`, '503/130'],
  ]
}

function endpointSection({
  method,
  paths,
  summary,
  auth,
  writes,
  params,
  errors,
}: DocumentedEndpoint): string {
  const right = writes ? ' The token needs the right to write.' : ''
  const rows = Object.entries(params).map(([name, { schema }]) => {
    const {
      description = '',
      default: fallback,
      maximum,
    } = schema as {
      readonly description?: string
      readonly default?: unknown
      readonly maximum?: number
    }
    return [
      `\`${name}\``,
      fallback === undefined ? '' : `\`${fallback}\``,
      maximum === undefined ? '' : String(maximum),
      description,
    ]
  })
  return [
    `## ${method} ${paths.map((path) => `\`${path}\``).join(', ')}`,
    summary,
    `Called by: ${auth.map((kind) => CALLERS[kind]).join(', ')}.${right}`,
    ...(rows.length === 0 ? [] : [table(['Parameter', 'Default', 'Maximum', 'Meaning'], rows)]),
    ...(errors.length === 0
      ? []
      : [
          `Errors of its own: ${[...new Set(errors.map(({ status, code }) => `${status}/${code}`))].join(', ')}.`,
        ]),
  ].join(SECTION_END)
}

const CALLERS: Readonly<Record<AuthKind, string>> = {
  user: 'a user’s OAuth 1.0a signature',
  app: 'an app’s bearer token',
  consumer: 'an app’s OAuth 1.0a signature, without a token',
  'request-token': 'an OAuth 1.0a signature with a request token',
  basic: 'an app’s key and secret (Basic)',
  none: 'anybody',
}

/** Requests per window: `–` for callers that the endpoint refuses, `any` for unlimited ones. */
function grantedText(limit: number | undefined): string {
  if (limit === undefined) return 'any'
  return limit === 0 ? '–' : String(limit)
}

function errorsPage(): string {
  const coded = Object.values(V11_ERRORS).toSorted((a, b) => a.code - b.code)
  return page(
    'Errors',
    '`src/api/1.1/_errors.ts`, `src/api/_problems.ts` and `src/api/stream/compliance/_errors.ts`',
    '## v1.1',
    'The body is `{"errors":[{"code":…,"message":"…"}]}`. `{name}` stands for what the error is about.',
    table(
      ['Status', 'Code', 'Message'],
      coded.map(({ status, code, message }) => [String(status), String(code), message]),
    ),
    '### Uploads',
    'The body is `{"request":"/1.1/media/upload.json","error":"…"}`; the numbers are not on the wire.',
    table(
      ['Status', 'Number', 'Message'],
      Object.values(UPLOAD_ERRORS).map(({ status, code, message }) => [
        String(status),
        String(code),
        message,
      ]),
    ),
    '## Labs and the second generation',
    'The body is a problem: `title`, `type`, `status` and `detail`. Types other than `about:blank` follow the family’s base URI.',
    table(
      ['Status', 'Title', 'Type'],
      Object.values(PROBLEMS).map(({ status, title, type }) => [String(status), title, `\`${type}\``]),
    ),
    '## The compliance stream',
    'The body is `{"error":{"message":"…","sent":"…"}}`; the numbers are not on the wire.',
    table(
      ['Status', 'Number', 'Message'],
      Object.values(STREAM_ERRORS).map(({ status, code, message }) => [
        String(status),
        String(code),
        message,
      ]),
    ),
    'Inside a stream the same object tells why the server ends it:',
    table(
      ['Reason', 'Message'],
      Object.entries(CLOSE_MESSAGES).map(([reason, message]) => [`\`${reason}\``, message]),
    ),
  )
}

function eventsPage(source: Source): string {
  const nodes = nodesIn(source.tree)
  const facts = nodes.filter(isInterfaceDeclaration).find(({ name }) => name.text === 'EventFacts')
  const aliases = new Map(
    nodes.filter(isTypeAliasDeclaration).map(({ name, type }) => [name.text, type.getText(source.tree)]),
  )
  const fieldText = (field: PropertySignatureDeclaration): string => {
    const type = field.type?.getText(source.tree) ?? ''
    const remark = commentOf(source, field)
    const spelled = (aliases.get(type) ?? type).replace(/^readonly |^\| /, '').replace(/\s+/g, ' ')
    return `\`${field.name.getText(source.tree)}\`: ${spelled}${remark === '' ? '' : ` (${remark})`}`
  }
  const rows = propertiesOf(facts?.members ?? []).map((member) => {
    const { type } = member
    const fields = type !== undefined && isTypeLiteralNode(type) ? propertiesOf(type.members) : []
    const kind = member.name.getText(source.tree).replaceAll("'", '')
    return [`\`${kind}\``, fields.map(fieldText).join('<br>'), commentOf(source, member)]
  })
  return page(
    'Events',
    '`src/log/event.ts`',
    'Every change appends its event in the same transaction. An event carries ids and facts, never a rendered ' +
      'body. Besides these fields it has a `position` (1, 2, 3 … without gaps), `at` (milliseconds since the Unix ' +
      'epoch) and a `partition` (1 to 8).',
    table(['Kind', 'Fields', 'Remarks'], rows),
  )
}

function propertiesOf(members: Iterable<Node>): PropertySignatureDeclaration[] {
  return [...members].filter(isPropertySignatureDeclaration)
}

/** Text of the comment above a member, on one line. */
function commentOf(source: Source, member: PropertySignatureDeclaration): string {
  const above = source.text.slice(member.getFullStart(), member.getStart(source.tree))
  return above
    .replace(/\/\*\*|\*\/|^\s*\*/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
}

if (import.meta.main) {
  for (const [path, text] of await generatedDocuments()) writeFileSync(join(ROOT, path), text)
}
