/**
 * The steps of an upload in API v2, which use the same commands as v1.1 (spec/v2-messages-and-media.md#media-upload).
 */
import type { UserCaller } from '../../../auth/caller.ts'
import { appendSegment } from '../../../domain/media/append-segment.ts'
import { beginUpload } from '../../../domain/media/begin-upload.ts'
import { finishUpload, uploadWhole } from '../../../domain/media/finish-upload.ts'
import { requireUpload } from '../../../domain/media/upload.ts'
import type { JsonObject } from '../../../lib/json.ts'
import type { Services } from '../../_services.ts'
import { ownersOf, type Received, type UploadParams, wholeNumber } from '../../1.1/media/_received.ts'
import { begunData, uploadData } from './upload-answers.ts'

/** A step of an upload. @returns the member `data` of the response @throws {UploadRefused} */
export type UploadStep = (services: Services, caller: UserCaller, received: Received) => Promise<JsonObject>

export const uploadAtOnce: UploadStep = async (services, caller, received) => {
  const { id } = await uploadWhole(services, wishesOf(caller, received.params), await received.file())
  return stateOfUpload(services, caller, id)
}

/**
 * Begins an upload. Unlike an {@link UploadStep}, it needs only the parameters of the request, and no file.
 */
export async function initializeUpload(
  services: Services,
  caller: UserCaller,
  { params }: Pick<Received, 'params'>,
): Promise<JsonObject> {
  const totalBytes = wholeNumber(params.total_bytes) ?? 0
  const upload = await beginUpload(services, { ...wishesOf(caller, params), totalBytes })
  return begunData(upload, services.clock.now())
}

export const appendToUpload: UploadStep = async (services, caller, received) => {
  const { media_id: mediaId = 0n, segment_index } = received.params
  const ownerId = caller.user.id
  const file = await received.file()
  await appendSegment(services, { ownerId, mediaId, segmentIndex: wholeNumber(segment_index), file })
  const { expiresAt } = await requireUpload(services.store, { ownerId, mediaId, now: services.clock.now() })
  return { expires_at: Math.floor(expiresAt / 1_000) }
}

/** Ends an upload. Unlike an {@link UploadStep}, it needs only the id of the upload, and no file. */
export async function finalizeUpload(
  services: Services,
  caller: UserCaller,
  { params: { media_id: mediaId = 0n } }: { readonly params: Pick<UploadParams, 'media_id'> },
): Promise<JsonObject> {
  await finishUpload(services, { ownerId: caller.user.id, mediaId })
  return stateOfUpload(services, caller, mediaId)
}

/** The state of an upload of the caller. @throws {UploadRefused} `upload-not-found` */
export async function stateOfUpload(
  { store, clock }: Services,
  caller: UserCaller,
  mediaId: bigint,
): Promise<JsonObject> {
  const now = clock.now()
  return uploadData(await requireUpload(store, { ownerId: caller.user.id, mediaId, now }), now)
}

function wishesOf({ user }: UserCaller, params: UploadParams) {
  return {
    ownerId: user.id,
    category: params.media_category ?? '',
    additionalOwners: ownersOf(params.additional_owners),
    isShared: params.shared ?? false,
  }
}
