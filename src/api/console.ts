/**
 * GET console: the HTML page that loads the console. The same page is served at the path of each page of the console.
 */
import { EdgeError } from '../http/endpoint.ts'
import { defineEndpoint } from './_endpoint.ts'
import { isApi } from './console/_app/family.ts'
import { consolePage } from './console/_app/page.ts'

export const consoleApp = defineEndpoint({
  method: 'GET',
  paths: [
    '/console',
    '/console/',
    '/console/:page',
    '/console/:page/:item',
    '/console/:page/:item/:tab',
    '/console/:page/:item/:tab/:part',
    '/console/:page/:item/:tab/:part/:detail',
  ],
  summary: 'The developer console, which runs in a browser.',
  auth: ['none'],
  writes: false,
  window: undefined,
  params: {},
  answers: [{ type: 'text/html' }],
  errors: [],
  async handle({ path, services }) {
    if (isApi(path)) throw new EdgeError('unknown-path', 'the API of the console has no such path')
    if (path.startsWith('/console/assets/')) throw new EdgeError('unknown-path', 'the build has no such file')
    return consolePage(services.consoleFiles, services.random, path)
  },
})
