import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sourceAnchor } from './source.ts'

test('spec/posts.md#post-object: source is an HTML anchor', () => {
  const anchor = sourceAnchor({ name: 'Name', url: 'https://example.org' })
  assert.equal(anchor, '<a href="https://example.org" rel="nofollow">Name</a>')
})

test('without a URL the source is the name, and without a program it is empty', () => {
  assert.equal(sourceAnchor({ name: 'web' }), 'web')
  assert.equal(sourceAnchor(undefined), '')
})

test('a URL with a non-web scheme is not an anchor', () => {
  for (const url of ['javascript:alert(1)//', ' javascript:alert(1)', 'data:text/html,x', 'erased1']) {
    assert.equal(sourceAnchor({ name: 'Name', url }), 'Name')
  }
  assert.equal(sourceAnchor({ name: 'N', url: 'HTTP://a.b' }), '<a href="HTTP://a.b" rel="nofollow">N</a>')
})

test('names and URLs are escaped', () => {
  const url = 'https://a.example/?a=1&b="><script>'
  assert.equal(
    sourceAnchor({ name: '<b>"A" & B</b>', url }),
    '<a href="https://a.example/?a=1&amp;b=&quot;&gt;&lt;script&gt;" rel="nofollow">&lt;b&gt;&quot;A&quot; &amp; B&lt;/b&gt;</a>',
  )
})
