import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { routesOf } from './routes.ts'

const ENDPOINTS: Parameters<typeof routesOf>[0] = [
  { method: 'GET', paths: ['/2/users/:id', '/labs/users/:id'] },
  { method: 'GET', paths: ['/2/users/me'] },
  { method: 'POST', paths: ['/2/users/:id'] },
  { method: 'GET', paths: ['/2/stream'], isEndless: true },
]

describe('the table of routes', () => {
  const find = routesOf(ENDPOINTS)
  const found = (method: string, target: string) => {
    const route = find(method, target)
    return route && [route.index, { ...route.params }]
  }

  test('finds an endpoint by each of its paths, with the parameters decoded', () => {
    assert.deepEqual(found('GET', '/2/users/5?x=1'), [0, { id: '5' }])
    assert.deepEqual(found('GET', '/labs/users/a%20b%2Fc'), [0, { id: 'a b/c' }])
    assert.deepEqual(found('GET', '/2/users/me'), [1, {}])
    assert.deepEqual(found('POST', '/2/users/me'), [2, { id: 'me' }])
  })

  test('RFC 9110 9.3.2: a GET endpoint also accepts HEAD, unless it is an endless stream', () => {
    assert.deepEqual(found('HEAD', '/2/users/5'), [0, { id: '5' }])
    assert.equal(found('GET', '/2/stream')?.[0], 3)
    assert.equal(found('HEAD', '/2/stream'), undefined)
  })

  test('finds nothing for another method, or for a path that differs, even if only in upper and lower case or at its end', () => {
    for (const [method, target] of [
      ['GET', '/2/user/5'],
      ['DELETE', '/2/users/5'],
      ['BREW', '/2/users/5'],
      ['GET', '/2/Users/5'],
      ['GET', '/2/users/5/'],
      ['GET', '/2/users'],
    ] as const) {
      assert.equal(find(method, target), undefined, `${method} ${target}`)
    }
  })

  test('a parameter has at most 512 characters', () => {
    assert.equal(find('GET', `/2/users/${'a'.repeat(512)}`)?.index, 0)
    assert.equal(find('GET', `/2/users/${'a'.repeat(513)}`), undefined)
  })

  test('one table is shared by equal lists of endpoints, and different lists have different tables', () => {
    assert.equal(routesOf([...ENDPOINTS]), find)
    assert.notEqual(routesOf(ENDPOINTS.slice(1)), find)
  })

  test('refuses two endpoints with the same method and path', () => {
    assert.throws(
      () => routesOf([...ENDPOINTS, { method: 'GET', paths: ['/2/users/:name'] }]),
      /already declared/,
    )
  })
})
