import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkSilence } from './silence.ts'
import { parseSources } from './source.ts'

function silentIn(text: string): (number | undefined)[] {
  return checkSilence(parseSources({ 'src/a.ts': text })).map(({ line }) => line)
}

test('an ignored error is found, in a catch clause and in a call of the method catch', () => {
  assert.deepEqual(silentIn('try {\n  work()\n} catch {\n  give()\n}'), [3])
  assert.deepEqual(silentIn('try {\n  work()\n} catch (error) {\n  give()\n}'), [3])
  assert.deepEqual(silentIn('work().catch(() => undefined)'), [1])
  assert.deepEqual(silentIn('work()\n  .then(done)\n  .catch((error) => {\n    give()\n  })'), [3])
})

test('an error that is rethrown or inspected passes', () => {
  assert.deepEqual(silentIn("try {\n  work()\n} catch {\n  throw new Refused('no')\n}"), [])
  assert.deepEqual(silentIn('try {\n  work()\n} catch (error) {\n  log(error)\n}'), [])
  assert.deepEqual(silentIn('work().catch((error) => log(error))'), [])
  assert.deepEqual(silentIn('work().catch(translated)'), [])
})

test('an ignored error with a reason in a comment passes: in the clause, after the call, on the line before', () => {
  assert.deepEqual(silentIn('try {\n  work()\n} catch {\n  // Tried again.\n  give()\n}'), [])
  assert.deepEqual(silentIn('work().catch(() => undefined) // Awaited below.'), [])
  assert.deepEqual(silentIn('// Awaited below.\nwork().catch(() => undefined)'), [])
  assert.deepEqual(silentIn('/** Never rejects. */\nwork().catch(() => undefined)'), [])
  assert.deepEqual(silentIn('// Too far.\n\nwork().catch(() => undefined)'), [3])
})
