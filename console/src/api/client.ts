/** The typed client of the console's API. Its types are generated: `npm run docs` in the root. */
import createClient, { type Middleware } from 'openapi-fetch'
import { fetchWithSession } from './fetch.ts'
import { asProblem, problemOf } from './problem.ts'
import type { paths } from './schema.d.ts'

const throwProblems: Middleware = {
  async onResponse({ response }) {
    if (response.ok) return
    throw problemOf(response.status, await response.json().catch(() => undefined))
  },
  onError: ({ error }) => asProblem(error),
}

/** Calls throw an `ApiProblem` for every answer that is not a success, and wait when the session has ended. */
export const api = createClient<paths>({ baseUrl: '/', fetch: fetchWithSession })
api.use(throwProblems)

/** The same without waiting, for calls that ask whether there is a session, and that begin one. */
export const plainApi = createClient<paths>({ baseUrl: '/' })
plainApi.use(throwProblems)

/** The body of an answer. @throws {ApiProblem} */
export async function dataOf<Data>(answer: Promise<{ readonly data?: Data }>): Promise<NonNullable<Data>> {
  const { data } = await answer
  if (data === undefined || data === null) throw problemOf(204, undefined)
  return data
}
