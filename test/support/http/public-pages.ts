/** Starts a server with public pages, and sends requests as browsers do. */
import assert from 'node:assert/strict'
import type { Engine } from '../../../src/db/query.ts'
import type { User } from '../../../src/domain/accounts/user.ts'
import { createPost } from '../../../src/domain/posts/write/create-post.ts'
import { type Hooks, shareInSuite } from '../engines.ts'
import { startTestServer, type TestServer } from '../server.ts'

const HTML = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' }

export interface SeenPage {
  readonly status: number
  readonly html: string
  readonly headers: Headers
}

export async function openPages(t: Hooks, engine: Engine, publicPages = 'listed') {
  const { url, context } = await startTestServer(t, {
    engine,
    settings: { public_pages: publicPages, limits: 'off' },
  })
  const see = async (path: string, headers: Readonly<Record<string, string>> = HTML): Promise<SeenPage> => {
    const response = await fetch(`${url}${path}`, { headers, redirect: 'manual' })
    return { status: response.status, html: await response.text(), headers: response.headers }
  }
  const write = async (author: User, text: string, more: { readonly inReplyToId?: bigint } = {}) =>
    createPost(context, { authorId: author.id, text, ...more, autoPopulateReplyMetadata: true })
  return { url, context, see, write }
}

/** Declares a server like that of {@link openPages} for the tests of a suite or of a file. */
export function sharePages(engine: Engine): () => ReturnType<typeof openPages> {
  return shareInSuite((hooks) => openPages(hooks, engine))
}

/**
 * Asserts that clients whose header `Accept` does not name `text/html` get the error of an unknown path for the path of a page
 * (spec/pages.md#addresses).
 */
export async function assertUnknownToClients({ url }: Pick<TestServer, 'url'>, path: string): Promise<void> {
  for (const accept of ['*/*', 'application/json', 'text/html;q=0']) {
    const response = await fetch(`${url}${path}`, { headers: { accept }, redirect: 'manual' })
    assert.equal(response.status, 404)
    assert.equal(JSON.parse(await response.text()).errors[0].code, 34)
    assert.match(response.headers.get('content-type') ?? '', /application\/json/)
  }
}
