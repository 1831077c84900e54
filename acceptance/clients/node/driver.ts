/**
 * Makes calls of an npm client for a test. The test sends one JSON object a line, as to python/driver.py:
 * `create` with the module and class, `call` on a dotted path of a saved object, `methods` of a path,
 * `collect`, `read` and `take` for streams.
 */
import { createInterface } from 'node:readline'

interface Request {
  readonly do: string
  readonly as?: string
  readonly module?: string
  readonly class?: string
  readonly on?: string
  readonly method?: string
  readonly args?: readonly unknown[]
  readonly kwargs?: Readonly<Record<string, unknown>>
  readonly list?: boolean
  readonly events?: readonly string[]
  readonly count?: number
}

type Members = Record<string, unknown>
type Callable = (...args: unknown[]) => unknown

const objects = new Map<string, unknown>()

/** The object at `name.member.member`. */
function at(path: string): Members {
  const [name = '', ...members] = path.split('.')
  let value = objects.get(name)
  for (const member of members) value = (value as Members)[member]
  return value as Members
}

function argument(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(argument)
  if (typeof value !== 'object' || value === null) return value
  if ('$' in value) return at(String(value.$))
  if ('$bytes' in value) return Buffer.from(String(value.$bytes), 'base64')
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, argument(item)]))
}

/** The arguments in order. Keyword arguments become one object at the end. */
function argumentsOf({ args = [], kwargs = {} }: Request): unknown[] {
  const words = argument(kwargs) as Members
  return [...args.map(argument), ...(Object.keys(words).length === 0 ? [] : [words])]
}

async function create(request: Request): Promise<undefined> {
  objects.set('exports', await import(String(request.module)))
  const Class = at(`exports.${request.class}`) as unknown as new (...args: unknown[]) => unknown
  objects.set(String(request.as), new Class(...argumentsOf(request)))
}

async function call(request: Request): Promise<unknown> {
  const result = begin(request)
  if (request.list === true)
    return items(isIterable(result) ? result : ((await result) as AsyncIterable<unknown>))
  const value = await result
  if (request.as === undefined) return value
  objects.set(request.as, value)
  return undefined
}

function begin(request: Request): unknown {
  const owner = at(String(request.on))
  return (owner[String(request.method)] as Callable).apply(owner, argumentsOf(request))
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

async function items(pages: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = []
  for await (const item of pages) all.push(item)
  return all
}

/** Names of the functions in an object and its prototypes. */
function methods({ on = '' }: Request): string[] {
  const names = new Set<string>()
  for (let one: unknown = at(on); one !== null && one !== Object.prototype; ) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(one)))
      if (typeof value === 'function' && name !== 'constructor' && !name.startsWith('_')) names.add(name)
    one = Object.getPrototypeOf(one)
  }
  return [...names].sort()
}

/** Unread messages of a stream, and the callback of a waiting reader. */
const queue: unknown[] = []
let wake = () => {}

function push(item: unknown): void {
  queue.push(item)
  wake()
}

/** Queues the events that an emitter emits. */
function collect({ on = '', events = [] }: Request): void {
  const emitter = at(on) as unknown as { on(event: string, listener: (item: unknown) => void): void }
  for (const event of events) emitter.on(event, (item) => push({ event, item: plain(item) }))
}

/** Queues the values that an iterator yields. */
function read(request: Request): void {
  const stream = begin(request) as AsyncIterable<unknown>
  const reading = async () => {
    for await (const item of stream) push(plain(item))
  }
  reading().catch((error: unknown) => push({ error: String(error) }))
}

async function take({ count = 1 }: Request): Promise<unknown[]> {
  while (queue.length < count) {
    await new Promise<void>((resolve) => {
      wake = resolve
    })
  }
  return queue.splice(0, count)
}

/** The JSON of a result. A page object of twitter-api-v2 has its JSON in a field. */
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if ('_realData' in value) return value._realData
  return value
}

const WORK: Readonly<Record<string, (request: Request) => unknown>> = {
  create,
  call,
  methods,
  collect,
  read,
  take,
}

interface Failure {
  readonly name?: string
  readonly message?: string
  readonly code?: number
  readonly status?: number
}

/**
 * Names an error by its HTTP status, which twitter-api-sdk stores in `status` and twitter-api-v2 in `code`.
 */
function failureOf(error: unknown): { readonly type: string; readonly text: string } {
  const { name, code, status, message } = error as Failure
  return { type: String(status ?? code ?? name), text: `${message} ${JSON.stringify(error)}` }
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line) as Request
  const answer = await Promise.resolve()
    .then(() => WORK[request.do]?.(request))
    .then(
      (value) => ({ value: plain(value) ?? null }),
      (error: unknown) => ({ error: failureOf(error) }),
    )
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}
