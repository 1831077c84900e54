/** Opens browsers that are signed in to the console. */
import { type ConsoleRole, createConsoleUser } from '../../../src/domain/console/console-account.ts'
import { openConsoleSession } from '../../../src/domain/console/sessions.ts'
import type { Context } from '../../../src/domain/context.ts'
import type { TestServer } from '../server.ts'

export const CONSOLE_PASSWORD = 'correct horse'

export interface TestConsoleUser {
  /** Name of the account. The default is `acme`. */
  readonly accountName?: string
  /** E-mail address. The default is a new address. */
  readonly email?: string
  /** Role in the account. The default is `admin`. */
  readonly role?: ConsoleRole
  /** The network user whose apps the console user manages. The default is none. */
  readonly userId?: bigint
  /** True for an operator. The default is false. */
  readonly isOperator?: boolean
}

let made = 0

/**
 * Creates a console user with {@link CONSOLE_PASSWORD}, and opens a session without signing in.
 * @returns the id of the session
 */
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

/** A response of the console's API. */
export interface ConsoleAnswer {
  readonly status: number
  /** The parsed body. Undefined without a body, and for streams of events, which are not read. */
  readonly body: ReturnType<typeof JSON.parse>
  readonly headers: Headers
}

/** Calls the API of the console as a page of the console does, and keeps the session cookie. */
export class ConsoleClient {
  readonly #url: string
  cookie: string | undefined

  /**
   * @param url URL of the server
   * @param session id of a session; undefined for a browser that is not signed in
   */
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

  /**
   * @param path path below `/console/api`, such as `/session`
   * @param headers headers that replace the headers of a page
   */
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
