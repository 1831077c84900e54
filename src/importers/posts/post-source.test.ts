import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sourceAnchor } from '../../formats/v1.1/source.ts'
import { sourceOf } from './post-source.ts'

/** Recorded v1.1 sources, and the names that Labs v2 and /2/ give for them. */
const RECORDED: readonly (readonly [text: string, name: string])[] = [
  [
    '<a href="http://twitter.com/download/iphone" rel="nofollow">Twitter for iPhone</a>',
    'Twitter for iPhone',
  ],
  ['<a href="https://example.org/?a=1&amp;b" rel="nofollow">Bird &amp; &lt;3 watch</a>', 'Bird & <3 watch'],
  ['<a href="" rel="nofollow">No home</a>', 'No home'],
  ['web', 'web'],
]

for (const [text, name] of RECORDED) {
  test(`a recorded source is exported unchanged, and its name is the text: ${text}`, () => {
    const { source, kept } = sourceOf(text)
    assert.deepEqual([source?.name, sourceAnchor(source), kept], [name, text, undefined])
  })
}

test('a source in another form stays unchanged, and its name is stored as text', () => {
  const recorded = '<a rel="nofollow" href="javascript:alert(1)"><b>Odd</b> one</a>'
  const { source, kept } = sourceOf(recorded)
  assert.deepEqual([source, sourceAnchor(source), kept], [{ name: 'Odd one' }, 'Odd one', recorded])
  const script = '<a href="javascript:alert(1)" rel="nofollow">Script</a>'
  const scripted = sourceOf(script)
  assert.deepEqual([sourceAnchor(scripted.source), scripted.kept], ['Script', script])
  assert.deepEqual(sourceOf(''), { source: undefined, kept: undefined })
})
