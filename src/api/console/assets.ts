/** GET /console/assets/:file: the scripts, styles and pictures of the console. */
import { type Answer, EdgeError } from '../../http/endpoint.ts'
import { optionalText } from '../../http/params.ts'
import { defineEndpoint } from '../_endpoint.ts'
import type { ConsoleAsset } from './_app/files.ts'

export const consoleAssets = defineEndpoint({
  method: 'GET',
  paths: ['/console/assets/:file'],
  summary: 'A script, style sheet or picture of the console.',
  auth: ['none'],
  writes: false,
  window: undefined,
  params: { file: optionalText('Name of the file, with the hash of its content.') },
  answers: [{ type: '*/*', description: 'The file.' }],
  errors: [],
  async handle({ params: { file = '' }, services, header }) {
    const asset = await services.consoleFiles.asset(file)
    if (asset === undefined) throw new EdgeError('unknown-path', 'the build has no such file')
    return assetAnswer(asset, header('accept-encoding'))
  },
})

const ACCEPTS_BROTLI = /(?:^|,)\s*br\s*(?:,|$|;\s*q=(?!0(?:\.0*)?\s*(?:,|$)))/i

function assetAnswer({ type, bytes, gzip, brotli }: ConsoleAsset, accepted = ''): Answer {
  // The name of a file contains a hash of its content, so browsers may cache the file forever.
  const headers = { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' }
  const answer = { status: 200, body: undefined, headers }
  if (brotli !== undefined && ACCEPTS_BROTLI.test(accepted)) {
    return { ...answer, bytes: brotli, isDense: true, headers: { ...headers, 'content-encoding': 'br' } }
  }
  return { ...answer, bytes, ...(gzip === undefined ? {} : { gzipped: gzip }) }
}
