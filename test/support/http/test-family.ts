/** Defines endpoints for tests of the request pipeline. */

import { publicFamilies } from '../../../src/api/_families.ts'
import { problemFamily } from '../../../src/api/_problem-family.ts'
import type { Services } from '../../../src/api/_services.ts'
import { v11Endpoint, v11Family } from '../../../src/api/1.1/_family.ts'
import type { Caller } from '../../../src/auth/caller.ts'
import { StoreBusy, StoreUnavailable } from '../../../src/db/errors.ts'
import type { Answer, Endpoint, Family } from '../../../src/http/endpoint.ts'
import { optionalId, optionalText } from '../../../src/http/params.ts'

/** Limits of the endpoints below, for 15 minutes by default. */
export const READS = { user: 3, app: 2 } as const
export const WRITES = { user: 2, seconds: 10_800 } as const

const ok = async (): Promise<Answer> => ({ status: 200, body: '{"ok":true}' })

const V11 = [
  v11Endpoint({
    paths: ['/1.1/test/read.json'],
    summary: 'Reads.',
    window: { ...READS },
    params: { id: optionalId('An id.') },
    handle: ok,
  }),
  v11Endpoint({
    method: 'POST',
    paths: ['/1.1/test/write.json'],
    summary: 'Writes.',
    auth: ['user'],
    writes: true,
    window: { ...WRITES, app: 0 },
    params: {},
    handle: ok,
  }),
  v11Endpoint({
    method: 'POST',
    paths: ['/1.1/test/write_as_app.json'],
    summary: 'Writes, for apps too.',
    writes: true,
    params: {},
    handle: ok,
  }),
  v11Endpoint({
    paths: ['/1.1/test/echo/:id.json'],
    summary: 'Tells what was sent.',
    window: { user: 1_000_000, app: 1_000_000 },
    params: { id: optionalText('Of the path.'), text: optionalText('Anything.') },
    handle: async ({ params }) => ({ status: 200, body: JSON.stringify(params) }),
  }),
  v11Endpoint({
    method: 'DELETE',
    paths: ['/1.1/test/nothing.json'],
    summary: 'Answers nothing.',
    params: {},
    handle: async () => ({ status: 204, body: undefined }),
  }),
  v11Endpoint({
    paths: ['/1.1/test/large.json'],
    summary: 'Answers much.',
    window: { user: 1_000_000, app: 1_000_000 },
    params: {},
    handle: async () => ({ status: 200, body: JSON.stringify({ text: 'a'.repeat(100_000) }) }),
  }),
  v11Endpoint({
    paths: ['/1.1/test/bad_header.json'],
    summary: 'Answers with a header that cannot be written.',
    params: {},
    handle: async () => ({ status: 200, body: '{}', headers: { location: '\u2603\r\nx: y' } }),
  }),
  v11Endpoint({
    paths: ['/1.1/test/fail.json'],
    summary: 'Breaks.',
    params: {},
    handle: () => Promise.reject(new TypeError('a secret reason')),
  }),
  v11Endpoint({
    paths: ['/1.1/test/busy.json'],
    summary: 'Finds the database busy.',
    params: {},
    handle: () => Promise.reject(new StoreBusy('a secret reason')),
  }),
  v11Endpoint({
    paths: ['/1.1/test/away.json'],
    summary: 'Finds no database.',
    params: {},
    handle: () => Promise.reject(new StoreUnavailable('a secret reason')),
  }),
]

/** Makes an endpoint of Labs or API v2. */
function previewEndpoint(
  path: string,
  handle: () => Promise<Answer> = ok,
  method: 'GET' | 'PUT' = 'GET',
): Endpoint<Caller, Services> {
  return {
    method,
    paths: [path],
    summary: 'Answers.',
    auth: ['user', 'app'],
    writes: false,
    window: { user: 2, app: 2 },
    params: { id: optionalId('An id.') },
    errors: [],
    handle,
  }
}

const LABS_1 = problemFamily({
  name: 'labs/1',
  prefix: '/labs/1/',
  base: 'https://api.twitter.com/labs/1/problems/',
  windowBy: 'app',
  endpoints: [previewEndpoint('/labs/1/tweets/stream/filter')],
})

const LABS_2 = problemFamily({
  name: 'labs/2',
  prefix: '/labs/2/',
  base: 'https://api.twitter.com/labs/2/problems/',
  windowBy: 'app',
  endpoints: [
    previewEndpoint('/labs/2/tweets'),
    previewEndpoint('/labs/2/tweets/:id/hidden', ok, 'PUT'),
    previewEndpoint('/labs/2/test/fail', () => Promise.reject(new TypeError('a secret reason'))),
  ],
})

const SECOND = problemFamily({
  name: '2',
  prefix: '/2/',
  base: 'https://api.twitter.com/2/problems/',
  windowBy: 'token',
  endpoints: [
    previewEndpoint('/2/tweets/search/stream'),
    { ...previewEndpoint('/2/test/app'), auth: ['app'] },
    { ...previewEndpoint('/2/test/user'), auth: ['user'] },
    previewEndpoint('/2/tweets/:id/hidden', ok, 'PUT'),
  ],
})

/**
 * The public API families. v1.1 has these endpoints in addition; Labs and API v2 have only these endpoints.
 */
export function testFamilies(): readonly Family<Caller, Services>[] {
  const own = new Map([LABS_1, LABS_2, SECOND].map((family) => [family.name, family]))
  return publicFamilies().map((family) => {
    if (family.name === 'v1.1') return v11Family([...family.endpoints, ...V11])
    return own.get(family.name) ?? family
  })
}
