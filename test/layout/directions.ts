/** Checks the directions of imports: which folders may import which other folders and packages. */
import { type Finding, fileFinding, findingAt } from './finding.ts'
import { importsOf } from './imports.ts'
import { isTest, type Source } from './source.ts'

const EVERYTHING = '*'

/** Parts that bulk imports and exports may use. */
const BULK = ['domain', 'db', 'lib']

/**
 * For each part of src, the parts that it may import in addition to itself. A part is a folder or a top-level
 * file. An allowed import is a part, or a folder or file inside a part (without `.ts`). Outer parts import
 * inner parts, and never the reverse.
 */
export const DIRECTIONS: Readonly<Record<string, readonly string[]>> = {
  main: ['cli', 'lib'],
  index: ['config', 'server'],
  server: [EVERYTHING],
  edge: [EVERYTHING],
  generations: ['live', 'app-traffic', 'counters', 'lib'],
  'app-traffic': ['auth', 'config', 'domain', 'http', 'lib', 'metrics', 'request-log', 'runtime', 'streams'],
  'server-gauges': ['edge', 'generations', 'http', 'lib', 'metrics', 'ops', 'runtime'],
  'server-stop': ['config', 'db', 'edge', 'generations', 'http', 'lib', 'runtime'],
  'server-report': [
    'api',
    'cluster',
    'config',
    'db',
    'domain',
    'lib',
    'log',
    'metrics',
    'ops',
    'runtime',
    'shown-settings',
  ],
  'server-controls': ['api', 'domain', 'lib', 'ops', 'testing', 'text'],
  'shown-settings': ['config'],
  'edge-caches': ['metrics', 'ops', 'runtime', 'views'],
  'edge-trials': ['api', 'auth', 'http', 'lib'],
  // The operator's desk wraps functions of commands for the console.
  desk: ['api', 'config', 'domain', 'lib', 'text', 'transfers'],
  live: [
    'api',
    'app-traffic',
    'blobs',
    'cluster',
    'compliance-check',
    'config',
    'domain',
    'failed-rows',
    'lib',
    'log',
    'metrics',
    'node',
    'runtime',
    'search',
    'streams',
    'testing',
    'views',
    'webhooks',
  ],
  node: [
    'cluster',
    'config',
    'db',
    'domain',
    'generations',
    'http',
    'lib',
    'log',
    'metrics',
    'nats',
    'runtime',
  ],
  jobs: ['config', 'db', 'domain', 'lib', 'log'],
  'failed-rows': ['db', 'domain', 'log', 'views'],
  cli: [EVERYTHING],
  ops: ['metrics', 'auth', 'http', 'domain', 'log', 'request-log', 'testing', 'lib'],
  testing: [
    'blobs',
    'config',
    'server',
    'http',
    'webhooks',
    'request-log',
    'domain',
    'log',
    'cluster/cluster',
    'db',
    'filter',
    'files',
    'importers',
    'demo/chatter',
    'demo/random',
    'lib',
  ],
  telemetry: ['lib'],
  verify: ['config', 'db', 'domain', 'log', 'key-file', 'lib'],
  runtime: ['config', 'cluster', 'db', 'domain', 'log', 'key-file', 'lib'],
  demo: ['config', 'importers', 'key-file', ...BULK],
  // A large import builds the search index.
  importers: ['cluster/nodes', 'files', 'formats', 'log', 'search', 'text', ...BULK],
  // The command and the endpoint that accept lists of ids share this parser. A recorded stream can be a list
  // of ids.
  'id-lists': ['files', 'formats/compliance/message-names', 'lib'],
  // The command and the console share this part.
  'compliance-check': ['id-lists', 'domain', 'log', 'lib'],
  // The archive of a member contains media.
  exporters: ['blobs', 'filter', 'formats', 'log', 'text', ...BULK],
  // Commands and the operator's desk share this part.
  transfers: [
    'importers',
    'files',
    'exporters',
    'runtime',
    'key-file',
    'verify',
    'blobs',
    'config',
    'filter',
    'log',
    'text',
    ...BULK,
  ],
  // `db/errors` is in the list, because each API family has its own texts for the errors that both engines
  // throw.
  api: [
    'compliance-check',
    'id-lists',
    'request-log',
    'streams',
    'webhooks',
    'views',
    'formats',
    'http',
    'auth',
    'domain',
    'log',
    'filter',
    'text',
    'blobs',
    // Members download their archive.
    'exporters/archive',
    'lib',
    'db/errors',
  ],
  // Streams do not import src/api. `src/edge.ts` passes them functions that render, and error texts.
  streams: ['views', 'formats', 'http', 'domain', 'log', 'cluster/cluster', 'filter', 'lib', 'db/errors'],
  search: ['domain', 'log', 'filter', 'db/store', 'db/errors', 'lib'],
  webhooks: ['views', 'domain', 'log', 'cluster/cluster', 'db/store', 'db/errors', 'lib'],
  counters: ['metrics', 'http', 'auth', 'domain', 'db', 'lib'],
  // Only the types of a request and a caller are imported from http.
  auth: [
    'http/endpoint',
    'http/head',
    'views',
    'domain/accounts',
    'domain/apps',
    'domain/console',
    'domain/context',
    'lib',
  ],
  views: ['domain', 'log', 'db/store', 'db/errors', 'lib'],
  formats: ['domain', 'log/event', 'text', 'lib'],
  // Requests as the owners of apps see them, for test mode and for the console.
  'request-log': ['http', 'domain/usage', 'lib'],
  http: ['lib'],
  // Commands append to the log and never read events. The domain also imports the table of failed items
  // (src/log), because operators decide about these items.
  domain: [
    'log/append',
    'log/event',
    'log/partition',
    'log/failed-items',
    'db',
    'filter',
    'text',
    'blobs',
    'lib',
  ],
  'key-file': ['db', 'lib'],
  log: ['cluster/cluster', 'nats', 'db', 'lib'],
  cluster: ['nats', 'db', 'lib'],
  nats: ['lib'],
  metrics: ['db', 'http', 'lib'],
  mail: ['config', 'metrics', 'domain'],
  blobs: ['config', 'lib'],
  db: ['lib'],
  filter: ['lib'],
  text: ['lib'],
  // Imports, archives and lists of ids share the reading of files.
  files: ['lib'],
  lib: [],
  config: ['config-kinds', 'config-disagreements', 'config-faults', 'lib'],
  'config-disagreements': ['lib'],
  'config-faults': [],
  'config-file': ['config', 'config-faults', 'config-yaml'],
  'config-yaml': ['config', 'config-faults', 'lib'],
  'config-kinds': ['lib'],
}

/**
 * Folders beside src that must not import src, directly or indirectly. Their code uses only the public
 * interface of Aviary.
 */
export const OUTSIDE = ['acceptance', 'simulator', 'console']

/** For each package, the folders that may import it. Every dependency in package.json has an entry. */
export const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  '@aws-sdk/client-s3': ['blobs'],
  '@fastify/busboy': ['http'],
  '@nats-io/jetstream': ['nats', 'log/relay'],
  '@nats-io/transport-node': ['nats'],
  '@opentelemetry/api': ['telemetry'],
  '@opentelemetry/resources': ['telemetry'],
  '@opentelemetry/sdk-node': ['telemetry'],
  '@peculiar/x509': ['http/tls'],
  '@scalar/fastify-api-reference': ['api/_reference'],
  '@simplewebauthn/server': ['domain/console/passkeys'],
  'cli-progress': ['cli'],
  commander: ['main', 'cli'],
  compromise: ['domain/posts/text'],
  eld: ['domain/posts/text'],
  fastify: ['http', 'ops', 'edge', 'server', 'api/_reference'],
  'find-my-way': ['http'],
  'hyparquet-writer': ['exporters/columns'],
  kysely: ['db', 'domain', 'log', 'views', 'counters', 'cluster'],
  'modern-tar': ['db/maintenance', 'files'],
  nodemailer: ['mail'],
  pino: ['lib', 'http'],
  postgres: ['db/postgres'],
  'prom-client': ['metrics'],
  'reflect-metadata': ['http/tls'],
  sharp: ['domain/media'],
  'twitter-text': ['text'],
  'unbzip2-stream': ['files'],
  undici: ['webhooks/transport'],
  typebox: ['http', 'api', 'ops', 'db/maintenance', 'domain', 'formats', 'importers', 'lib', 'testing'],
  yazl: ['exporters/archive'],
  yaml: ['testing', 'config-yaml'],
}

/**
 * Finds entries of the table that no import uses. Without such entries, the table shows the real directions.
 */
export function checkUnusedDirections(
  sources: readonly Source[],
  table: Readonly<Record<string, readonly string[]>> = DIRECTIONS,
): Finding[] {
  const targets = new Map<string, string[]>()
  for (const source of sources) {
    const part = partOf(source.path)
    const known = targets.get(part) ?? []
    targets.set(part, [...known, ...ownTargets(source)])
  }
  return Object.entries(table).flatMap(([part, allowed]) =>
    allowed
      .filter((name) => name !== EVERYTHING && !targets.get(part)?.some((target) => isWithin(target, name)))
      .map((name) =>
        fileFinding('test/layout/directions.ts', `${part} imports nothing of ${name}; remove the entry`),
      ),
  )
}

/** Checks imports inside src against the table. */
export function checkDirections(
  sources: readonly Source[],
  table: Readonly<Record<string, readonly string[]>> = DIRECTIONS,
): Finding[] {
  return sources.flatMap((source) => {
    const part = partOf(source.path)
    const allowed = table[part]
    if (allowed === undefined) {
      return [
        fileFinding(source.path, `${part} is not in the table of test/layout/directions.ts; give it a line`),
      ]
    }
    if (allowed.includes(EVERYTHING)) return []
    return importsOf(source)
      .filter(({ isOurs, target }) => isOurs && target.startsWith('src/'))
      .filter(({ target }) => partOf(target) !== part && !allowed.some((name) => isWithin(target, name)))
      .map(({ node, target }) =>
        findingAt(
          source,
          node,
          `imports ${target}, but ${part} may import only ${allowed.join(', ') || 'nothing of ours'}; ` +
            'move what both need to the right (lib, or an interface where it is used), or pass it in from server.ts',
        ),
      )
  })
}

/**
 * Finds packages that are imported in the wrong folder, or that are missing from the published dependencies.
 */
export function checkPackages(
  sources: readonly Source[],
  dependencies: readonly string[],
  table: Readonly<Record<string, readonly string[]>> = PACKAGES,
): Finding[] {
  const strays = sources.flatMap((source) =>
    importsOf(source)
      .filter(({ isOurs, target }) => !isOurs && !target.startsWith('node:'))
      .flatMap(({ node, target }) => {
        const allowed = table[target]
        if (!dependencies.includes(target) || allowed === undefined) {
          const fix = `add it to "dependencies" and to the table PACKAGES of test/layout/directions.ts`
          return [findingAt(source, node, `imports ${target}, which the published package has not; ${fix}`)]
        }
        if (allowed.some((name) => isWithin(source.path, name))) return []
        return [findingAt(source, node, `imports ${target}, which only ${allowed.join(', ')} may know`)]
      }),
  )
  const unlisted = dependencies
    .filter((name) => table[name] === undefined)
    .map((name) =>
      fileFinding('package.json', `${name} has no line in PACKAGES of test/layout/directions.ts`),
    )
  return [...strays, ...unlisted]
}

/**
 * Finds files that import each other in a cycle, even if they import only types. There is one finding for
 * each cycle.
 */
export function checkCycles(sources: readonly Source[]): Finding[] {
  const targets = new Map(sources.map((source) => [source.path, ownTargets(source)]))
  const findings: Finding[] = []
  const settled = new Set<string>()
  const visit = (path: string, way: readonly string[]) => {
    const start = way.indexOf(path)
    if (start >= 0) {
      const circle = [...way.slice(start), path].join(' → ')
      findings.push(
        fileFinding(path, `imports itself: ${circle}; move what they share into a file below both`),
      )
      return
    }
    if (settled.has(path)) return
    for (const target of targets.get(path) ?? []) visit(target, [...way, path])
    settled.add(path)
  }
  for (const path of targets.keys()) visit(path, [])
  return findings
}

/** Finds files outside src that import src, directly or indirectly. */
export function checkOutside(sources: readonly Source[], outside: readonly string[] = OUTSIDE): Finding[] {
  const targets = new Map(sources.map((source) => [source.path, ownTargets(source)]))
  const wayToSrc = (path: string, seen: Set<string>): string[] | undefined => {
    if (path.startsWith('src/')) return [path]
    if (seen.has(path)) return undefined
    seen.add(path)
    for (const target of targets.get(path) ?? []) {
      const rest = wayToSrc(target, seen)
      if (rest !== undefined) return [path, ...rest]
    }
    return undefined
  }
  return [...targets.keys()]
    .filter((path) => outside.some((folder) => path.startsWith(`${folder}/`)))
    .flatMap((path) => {
      const way = wayToSrc(path, new Set())
      if (way === undefined) return []
      return [fileFinding(path, `reaches src (${way.join(' → ')}); it may use the public API only`)]
    })
}

/** The only file that imports fast-check. Tests import fast-check from this file. */
const PROPERTIES = 'test/support/properties.ts'

/**
 * Finds tests that import fast-check directly, because their properties would run equally often in every part
 * of the suite.
 */
export function checkProperties(sources: readonly Source[]): Finding[] {
  return sources
    .filter(({ path }) => path !== PROPERTIES && (path.startsWith('test/') || isTest(path)))
    .flatMap((source) =>
      importsOf(source)
        .filter(({ target }) => target === 'fast-check')
        .map(({ node }) => findingAt(source, node, `imports fast-check; import * as fc from ${PROPERTIES}`)),
    )
}

/** Finds program files that import files outside the program. */
export function checkProgram(sources: readonly Source[]): Finding[] {
  return sources
    .filter(({ path }) => path.startsWith('src/') && !isTest(path))
    .flatMap((source) =>
      importsOf(source)
        .filter(({ isOurs, target }) => isOurs && (!target.startsWith('src/') || isTest(target)))
        .map(({ node, target }) =>
          findingAt(source, node, `imports ${target}, which is not published; only tests may`),
        ),
    )
}

function ownTargets(source: Source): string[] {
  return importsOf(source).flatMap(({ isOurs, target }) => (isOurs ? [target] : []))
}

/**
 * The part of a path: `src/api/1.1/_family.ts` belongs to the part `api`, and `src/main.ts` to the part
 * `main`.
 */
function partOf(path: string): string {
  const [, part = ''] = path.split('/')
  return part.replace(/\.ts$/, '')
}

/** True if `name` is the path of the file, or of a folder that contains the file. */
function isWithin(path: string, name: string): boolean {
  const place = path.replace(/^src\//, '').replace(/\.ts$/, '')
  return place === name || place.startsWith(`${name}/`)
}
