import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type DetectLanguage, loadLanguages } from './language.ts'

describe('spec/v2-objects.md#post: lang is BCP 47, or und', () => {
  let languageOf: DetectLanguage
  before(async () => {
    languageOf = await loadLanguages()
  })

  test('the languages of most posts are detected in short texts', () => {
    for (const [lang, text] of [
      ['en', 'Just setting up my new phone, so happy!'],
      ['de', 'Guten Morgen, ich gehe heute einkaufen'],
      ['fr', 'Je ne sais pas quoi faire ce soir'],
      ['es', 'Hoy hace mucho calor en Madrid'],
      ['pt', 'Bom dia a todos, hoje vai ser um ótimo dia'],
      ['tr', 'Bugün hava çok güzel'],
      ['pl', 'Dzisiaj jest piękna pogoda'],
      ['ru', 'Сегодня хорошая погода'],
      ['uk', 'Сьогодні гарна погода'],
      ['ar', 'الطقس جميل اليوم'],
      ['ja', '今日はいい天気ですね'],
      ['ko', '오늘 날씨가 좋네요'],
      ['hi', 'आज मौसम अच्छा है'],
    ] as const) {
      assert.equal(languageOf(text), lang, text)
    }
  })

  test('a text without letters, or with one word in Latin script, is und', () => {
    for (const text of [
      '',
      '12:30',
      '😀😀',
      'asdf',
      'News',
      '@name #tag https://example.com/this-is-a-path',
    ]) {
      assert.equal(languageOf(text), 'und', text)
    }
  })

  test('a unique script determines the language of one word; Latin letters do not', () => {
    for (const [lang, text] of [
      ['el', 'Καλημέρα'],
      ['ja', '今日'],
      ['ka', 'გამარჯობა'],
      // `eld` detects these texts as Georgian.
      ['und', 'café News'],
      ['und', 'News ☕'],
    ] as const) {
      assert.equal(languageOf(text), lang, text)
    }
  })

  test('names, tags and URLs are ignored', () =>
    assert.equal(
      languageOf('@the_weather https://example.com/the-weather-is-good wie schön ist das Wetter heute'),
      'de',
    ))
})
