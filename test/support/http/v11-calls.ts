/** Calls v1.1 endpoints and reads the code of an error. */
import { type ApiAnswer, ask, type Credentials } from '../api-client.ts'

export interface V11Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a response may have any members
  readonly body: any
  /** The code of the first error. */
  readonly code: number | undefined
}

/** Makes a function that calls paths below `/1.1/`. */
export function v11Caller(url: string, credentials: Credentials) {
  return async (path: string, method = 'GET'): Promise<V11Answer> =>
    answerOf(await ask(`${url}/1.1/${path}`, credentials, method))
}

function answerOf({ status, text }: ApiAnswer): V11Answer {
  const body = text === '' ? undefined : JSON.parse(text)
  return { status, body, code: body?.errors?.[0]?.code }
}
