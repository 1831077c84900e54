/** Tests that the table of languages in the bundle is equal to the table of the library. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LanguageTable, languageModule } from '../../scripts/language-table.ts'

/** Evaluates the text of a module that imports nothing. */
async function evaluated(text: string): Promise<{ readonly ngramsData: LanguageTable }> {
  return import(`data:text/javascript,${encodeURIComponent(text)}`)
}

test('n-grams with equal scores share one object, and the table is otherwise unchanged', async () => {
  const table = {
    type: 'small',
    languages: { 0: 'en', 1: 'de' },
    ngrams: { ' "a': { 0: 5 }, b: { 0: 5 }, "c'\\": { 1: 7, 0: 5 } },
  }
  const { ngramsData } = await evaluated(languageModule(table))
  assert.deepEqual(ngramsData, table)
  assert.equal(ngramsData.ngrams[' "a'], ngramsData.ngrams['b'])
})
