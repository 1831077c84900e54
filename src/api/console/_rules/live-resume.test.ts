/** Deletions of posts while a page reconnects: spec/console.md#live-view. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LiveMatches } from './live-matches.ts'
import { beginLive } from './live-resume.ts'

type Services = Parameters<typeof beginLive>[0]

const RULES = { appId: 1n, product: '2' } as const
const [SHOWN, AUTHOR] = [7n, 3n]

/**
 * Reconnects a page that shows a post.
 * @param during a function that runs while the log watch begins, and while the posts are read
 */
async function connect(during: {
  watch?: (matches: LiveMatches) => void
  read?: (matches: LiveMatches) => void
}) {
  const removed: string[] = []
  const reader = {
    send: (name: string, data: unknown) => {
      if (name === 'removed') removed.push((data as { readonly id: string }).id)
    },
    skip: () => undefined,
    end: () => undefined,
  }
  const matches = new LiveMatches(reader, undefined)
  let isWatching = false
  const services = {
    clock: { every: () => () => undefined },
    postStreams: {
      position: 1n,
      watch: async () => {
        during.watch?.(matches)
        isWatching = true
        return () => undefined
      },
    },
    store: {
      rows: async () => {
        assert.equal(isWatching, true, 'the log is watched before the posts are read')
        during.read?.(matches)
        return []
      },
    },
    users: { get: async () => [] },
  } as unknown as Services
  await beginLive(services, RULES, { after: undefined, shown: [SHOWN] }, { reader, matches })
  return { removed, matches }
}

test('a post that is deleted while the watch of the log begins is removed from the page once', async () => {
  const { removed, matches } = await connect({ watch: (each) => each.removed({ postId: SHOWN }) })
  matches.removed({ postId: SHOWN })
  assert.deepEqual(removed, [String(SHOWN)])
})

test('a post that is deleted during the read is removed from the page once', async () => {
  const { removed } = await connect({ read: (each) => each.removed({ postId: SHOWN }) })
  assert.deepEqual(removed, [String(SHOWN)])
})

test('a post that the read finds is removed from the page if its author is removed during the read', () => {
  const removed: unknown[] = []
  const reader = { send: (_: string, data: unknown) => removed.push(data), skip() {}, end() {} }
  const matches = new LiveMatches(reader, undefined)
  matches.expectShown([SHOWN, 8n])
  matches.removed({ authorId: AUTHOR })
  matches.resumeShown([SHOWN, 8n], (id) => (id === SHOWN ? AUTHOR : 4n))
  assert.deepEqual(removed, [{ id: String(SHOWN) }])
  matches.removed({ authorId: 4n })
  assert.deepEqual(removed, [{ id: String(SHOWN) }, { id: '8' }])
})
