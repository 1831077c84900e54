import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameOf, parseHosts, withHost } from './database-hosts.ts'

test('a URL with one host is unchanged', () => {
  const url = 'postgres://me:se%40cret@db.example.org/aviary?sslmode=require'
  assert.deepEqual(parseHosts(url), { url, hosts: [], isPrimaryRequired: false })
})

test('several hosts are read, with and without ports', () => {
  assert.deepEqual(
    parseHosts(
      'postgres://me:p,w@one,two:5433,[::1]:5434/aviary?sslmode=require&target_session_attrs=read-write',
    ),
    {
      url: 'postgres://me:p,w@one/aviary?sslmode=require',
      hosts: [
        { host: 'one', port: 5432 },
        { host: 'two', port: 5433 },
        { host: '::1', port: 5434 },
      ],
      isPrimaryRequired: true,
    },
  )
})

test('one host with target_session_attrs is listed, because it may refer to another server later', () => {
  const { hosts, isPrimaryRequired } = parseHosts('postgresql://vip/a?target_session_attrs=primary') ?? {}
  assert.deepEqual([hosts, isPrimaryRequired], [[{ host: 'vip', port: 5432 }], true])
})

test('other texts, and URLs that request a standby, are refused', () => {
  for (const text of [
    'mysql://one/a',
    'postgres://one:port/a',
    'postgres://one,,two/a',
    'postgres://one,two:99999/a',
    'postgres://one,two/a?target_session_attrs=any',
    'postgres://one/a?target_session_attrs=standby',
  ])
    assert.equal(parseHosts(text), undefined, text)
})

test('the URL for one of the hosts names only that host', () => {
  const { url = '' } = parseHosts('postgres://me:pw@one,two/a?x=1') ?? {}
  assert.equal(withHost(url, { host: '::1', port: 5434 }), 'postgres://me:pw@[::1]:5434/a?x=1')
  assert.equal(nameOf({ host: 'one', port: 5432 }), 'one:5432')
})
