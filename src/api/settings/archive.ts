/** POST settings/archive: the download of a member's archive (spec/pages.md#archive). */
import { memberArchive } from '../../exporters/archive/member-archive.ts'
import { zipOf } from '../../exporters/archive/zip.ts'
import { optionalText } from '../../http/params.ts'
import type { StreamBody } from '../../http/stream-response.ts'
import { copying } from '../_media-file.ts'
import { PageError } from '../_pages/_errors.ts'
import { pageEndpoint } from '../_pages/family.ts'
import { FORM_TOKEN_FIELD } from '../_pages/form-token.ts'
import type { Services } from '../_services.ts'
import { ARCHIVE_ACT, accountOwner, accountPage, passwordFault, refusedBy } from './_account-page.ts'
import type { ArchiveSlot } from './_archive-slots.ts'

/** Maximum archives of a member in a day. */
const PER_DAY = { limit: 5, seconds: 86_400 } as const

export const settingsArchive = pageEndpoint({
  method: 'POST',
  paths: ['/settings/archive'],
  summary: 'The archive of a member: a zip file that `aviary import archive` reads.',
  params: {
    password: optionalText('Password.'),
    [FORM_TOKEN_FIELD]: optionalText('CSRF token of the form.'),
  },
  answers: [{ type: 'application/zip', description: 'The archive.' }],
  async handle(call) {
    const { services, params } = call
    const visitor = await accountOwner(call, ARCHIVE_ACT)
    const { user } = visitor
    const fault = await passwordFault(services, call, user, params.password ?? '')
    if (fault !== undefined) return accountPage(services, visitor, refusedBy(fault))
    const slot = await slotOf(services, user.id)
    const day = new Date(services.clock.now()).toISOString().slice(0, 10)
    return {
      status: 200,
      body: undefined,
      stream: archiveOf(services, user.id, slot),
      isDense: true,
      headers: {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="aviary-${user.screenName}-${day}.zip"`,
      },
    }
  },
})

/**
 * Takes a slot for a download. A download without a free slot does not count for the daily limit.
 * @throws {PageError} `overCapacity`, `tooManyRequests`
 */
async function slotOf({ archiveSlots, windows }: Services, userId: bigint): Promise<ArchiveSlot> {
  const slot = archiveSlots.take(userId)
  if (slot === undefined) throw new PageError('overCapacity')
  try {
    const { allowed } = await windows.take(`archive ${userId}`, PER_DAY)
    if (!allowed) throw new PageError('tooManyRequests')
    return slot
  } catch (error) {
    slot.free()
    throw error
  }
}

function archiveOf(services: Services, userId: bigint, { over, free }: ArchiveSlot): StreamBody {
  const { store, clock, media } = services
  const source = { store, clock, blobs: media.blobs, onUnreadable: services.onFailedRow }
  return async (sink) => {
    try {
      return await copying(zipOf(memberArchive(source, userId), new Date(clock.now())), over)(sink)
    } finally {
      free()
    }
  }
}
