/**
 * Reads bodies that no signature covers. These bodies are read after authentication, so that anonymous clients cannot
 * upload them.
 */
import type { FastifyRequest } from 'fastify'
import type { JsonValue } from '../lib/json.ts'
import type { BodyReader } from './body.ts'
import {
  BadBody,
  type BodySpec,
  type CallerFacts,
  type MultipartBody,
  type MultipartSpec,
} from './endpoint.ts'
import { isJson, MAX_JSON_BYTES, parseJson } from './json.ts'
import { isMultipart, type MultipartReader } from './multipart.ts'

/**
 * The multipart body of an endpoint that accepts files, if the request has one.
 * @throws {EdgeError} the errors of {@link MultipartReader.read}
 */
export async function readMultipart(
  reader: MultipartReader,
  { raw }: FastifyRequest,
  spec: MultipartSpec | undefined,
  { windowKey = '' }: CallerFacts,
): Promise<MultipartBody | undefined> {
  if (spec === undefined || !isMultipart(raw.headers['content-type'])) return undefined
  return reader.read(raw, windowKey, spec)
}

/** Clients compare this text. The family adds a full stop (spec/v2.md#request-forms). */
const NOT_JSON = 'Requests with bodies must have content-type of application/json'

/**
 * The body of an endpoint that accepts JSON.
 * @throws {BadBody} when the content type is not JSON
 * @throws {EdgeError} the errors of {@link BodyReader.text} and {@link parseJson}
 */
export async function readJson(
  bodies: BodyReader,
  { raw }: FastifyRequest,
  spec: BodySpec | undefined,
): Promise<JsonValue | undefined> {
  if (spec === undefined || spec.kind === 'bytes') return undefined
  const isOptional = spec.kind === 'optional-json'
  if (!isJson(raw.headers['content-type'])) {
    if (isOptional) return undefined
    throw new BadBody(NOT_JSON)
  }
  const text = await bodies.text(raw, spec.maxBytes ?? MAX_JSON_BYTES)
  return isOptional && text === '' ? undefined : parseJson(text)
}

/** The body of an endpoint that accepts bytes. @throws {EdgeError} the errors of {@link BodyReader.bytes} */
export async function readBytes(
  bodies: BodyReader,
  { raw }: FastifyRequest,
  spec: BodySpec | undefined,
): Promise<Buffer | undefined> {
  return spec?.kind === 'bytes' ? bodies.bytes(raw, spec.maxBytes ?? MAX_JSON_BYTES) : undefined
}
