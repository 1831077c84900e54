/** The steps of an upload (spec/media.md#upload). */
import type { UserCaller } from '../../../auth/caller.ts'
import { appendSegment } from '../../../domain/media/append-segment.ts'
import { beginUpload } from '../../../domain/media/begin-upload.ts'
import { finishUpload, uploadWhole } from '../../../domain/media/finish-upload.ts'
import type { Answer } from '../../../http/endpoint.ts'
import type { Services } from '../../_services.ts'
import { begunBody, uploadedBody } from './_answers.ts'
import { ownersOf, type Received, wholeNumber } from './_received.ts'

interface Step {
  readonly caller: UserCaller
  readonly services: Services
  readonly received: Received
}

/** The steps by the value of `command`. A request without this parameter contains a complete upload. */
export const STEPS: Readonly<Record<string, (step: Step) => Promise<Answer>>> = {
  '': uploadAtOnce,
  INIT: begin,
  APPEND: append,
  FINALIZE: finish,
}

async function uploadAtOnce({ caller, services, received }: Step): Promise<Answer> {
  const uploaded = await uploadWhole(services, wishesOf(caller, received), await received.file())
  return { status: 200, body: uploadedBody(uploaded, services.clock.now()) }
}

async function begin({ caller, services, received }: Step): Promise<Answer> {
  const totalBytes = wholeNumber(received.params.total_bytes) ?? 0
  const upload = await beginUpload(services, { ...wishesOf(caller, received), totalBytes })
  return { status: 202, body: begunBody(upload, services.clock.now()) }
}

async function append({ caller, services, received }: Step): Promise<Answer> {
  const { media_id: mediaId = 0n, segment_index } = received.params
  const file = await received.file()
  await appendSegment(services, {
    ownerId: caller.user.id,
    mediaId,
    segmentIndex: wholeNumber(segment_index),
    file,
  })
  return { status: 204, body: undefined }
}

async function finish({ caller, services, received }: Step): Promise<Answer> {
  const { media_id: mediaId = 0n } = received.params
  const uploaded = await finishUpload(services, { ownerId: caller.user.id, mediaId })
  return { status: 201, body: uploadedBody(uploaded, services.clock.now()) }
}

function wishesOf({ user }: UserCaller, { params }: Received) {
  return {
    ownerId: user.id,
    category: params.media_category ?? '',
    additionalOwners: ownersOf(params.additional_owners),
    isShared: params.shared ?? false,
  }
}
