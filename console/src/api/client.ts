/** The typed client of the console's API. "npm run docs" in the root folder generates its types. */
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

/**
 * A client for requests with the session. A response with an error status rejects with an `ApiProblem`. After the end
 * of the session, requests wait for the next sign-in.
 */
export const api = createClient<paths>({ baseUrl: '/', fetch: fetchWithSession })
api.use(throwProblems)

/** A client that does not wait for a sign-in, for requests that read the session or sign in. */
export const plainApi = createClient<paths>({ baseUrl: '/' })
plainApi.use(throwProblems)

/** The body of a successful response. @throws {ApiProblem} for a response without a body */
export async function dataOf<Data>(answer: Promise<{ readonly data?: Data }>): Promise<NonNullable<Data>> {
  const { data } = await answer
  if (data === undefined || data === null) throw problemOf(204, undefined)
  return data
}
