/** Browsers that are signed in to the console. */
import { type ConsoleRole, createConsoleUser } from '../../src/domain/console/console-account.ts'
import { openConsoleSession } from '../../src/domain/console/sessions.ts'
import type { Context } from '../../src/domain/context.ts'
import type { TestServer } from './server.ts'

export const CONSOLE_PASSWORD = 'correct horse'

export interface TestConsoleUser {
  /** Default `acme`. */
  readonly accountName?: string
  /** Default: a new address. */
  readonly email?: string
  /** Default `admin`. */
  readonly role?: ConsoleRole
  /** The network user whose apps it manages; default none. */
  readonly userId?: bigint
  /** Default false. */
  readonly isOperator?: boolean
}

let made = 0

/** Creates a console user with {@link CONSOLE_PASSWORD}, and opens a session without signing in. @returns the id of the session */
export async function openTestSession(context: Context, user: TestConsoleUser = {}): Promise<string> {
  made += 1
  const email = user.email ?? `console${made}@example.org`
  const input = { accountName: 'acme', role: 'admin', password: CONSOLE_PASSWORD, ...user, email } as const
  const { id: consoleUserId } = await createConsoleUser(context, input)
  return openConsoleSession(context, {
    consoleUserId,
    browser: 'Test',
    address: '127.0.0.1',
    before: undefined,
  })
}

/** An answer of the console's API. */
export interface ConsoleAnswer {
  readonly status: number
  /** The parsed body; undefined without one, and for streams of events, which are left. */
  readonly body: ReturnType<typeof JSON.parse>
  readonly headers: Headers
}

/** Calls the console's API as one of its pages does; keeps the cookie. */
export class ConsoleClient {
  readonly #url: string
  cookie: string | undefined

  /** @param url of the server @param session id of a session; undefined for a browser that is not signed in */
  constructor(url: string, session?: string) {
    this.#url = url
    this.cookie = session === undefined ? undefined : `aviary_console=${session}`
  }

  /** A browser that is signed in as a new console user. */
  static async signedIn(
    { url, context }: Pick<TestServer, 'url' | 'context'>,
    user: TestConsoleUser = {},
  ): Promise<ConsoleClient> {
    return new ConsoleClient(url, await openTestSession(context, user))
  }

  get(path: string): Promise<ConsoleAnswer> {
    return this.call('GET', path)
  }

  post(path: string, body?: object): Promise<ConsoleAnswer> {
    return this.call('POST', path, body)
  }

  put(path: string, body?: object): Promise<ConsoleAnswer> {
    return this.call('PUT', path, body)
  }

  delete(path: string, body?: object): Promise<ConsoleAnswer> {
    return this.call('DELETE', path, body)
  }

  /** @param path below `/console/api`, such as `/session` @param headers replace those of a page */
  async call(
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ConsoleAnswer> {
    const answer = await fetch(`${this.#url}/console/api${path}`, {
      method,
      headers: {
        origin: this.#url,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.cookie === undefined ? {} : { cookie: this.cookie }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const set = answer.headers.get('set-cookie')
    if (set !== null) this.cookie = set.includes('Max-Age=0') ? undefined : set.split(';', 1)[0]
    const isEndless = answer.headers.get('content-type')?.startsWith('text/event-stream') === true
    if (isEndless) await answer.body?.cancel()
    const text = isEndless ? '' : await answer.text()
    return {
      status: answer.status,
      body: text === '' ? undefined : JSON.parse(text),
      headers: answer.headers,
    }
  }
}
