import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consoleAddressOf, consoleLink, pageAddressOf, streamAddressOf, streamBase } from './stream-base.ts'

const OUTER = { scheme: 'http', host: 'internal:8080', address: '127.0.0.1', isSecureEnough: true } as const

for (const [about, settings, url] of [
  ['no settings', {}, 'http://internal:8080'],
  ['a port of its own', { stream_port: 8443 }, 'http://internal:8443'],
  ['stream_url', { stream_url: 'https://s.example' }, 'https://s.example'],
  ['base_url', { base_url: 'https://b.example' }, 'https://b.example'],
  ['base_url and a port', { base_url: 'https://b.example', stream_port: 8443 }, 'https://b.example:8443'],
  ['both URLs', { base_url: 'https://b.example', stream_url: 'https://s.example' }, 'https://s.example'],
] as const) {
  test(`spec/console.md#enterprise-console: the URL of a stream with ${about}`, () => {
    const config = { base_url: '', stream_url: '', stream_port: undefined, ...settings }
    assert.equal(streamBase(streamAddressOf(config), OUTER), url)
  })
}

for (const [about, settings, url] of [
  ['no settings', {}, 'http://internal:8080'],
  ['a console with a port of its own', { console_port: 9000 }, 'http://internal:8443'],
  ['base_url', { base_url: 'https://b.example', console_port: 9000 }, 'https://b.example'],
] as const) {
  test(`spec/console.md#sign-ups: the URL of public pages with ${about}`, () => {
    const config = { base_url: '', port: 8443, console_port: undefined, ...settings }
    assert.equal(streamBase(pageAddressOf(config), OUTER), url)
  })
}

for (const [about, settings, url] of [
  ['no settings', {}, '/console'],
  ['base_url', { base_url: 'https://b.example' }, '/console'],
  ['a console with a port of its own', { console_port: 9000 }, 'http://internal:9000/console'],
  ['both', { base_url: 'https://b.example', console_port: 9000 }, 'https://b.example:9000/console'],
] as const) {
  test(`spec/console.md#landing-page: the link to the console with ${about}`, () => {
    const config = { base_url: '', console_port: undefined, ...settings }
    assert.equal(consoleLink(consoleAddressOf(config), OUTER), url)
  })
}
