/** Starts a server, and creates users who change their pictures over HTTP. */

import type { Engine } from '../../../src/db/query.ts'
import type { Hooks } from '../engines.ts'
import { jpeg } from './samples.ts'
import { MediaStage, type Uploader } from './stage.ts'

export async function profileStage(t: Hooks, engine: Engine = 'sqlite') {
  const stage = await MediaStage.open(t, { engine })
  const user = await stage.person()
  const picture = await jpeg({ width: 400, height: 200 })
  /** Sends a file as a part of a multipart body. */
  const sendPart = (path: string, name: string, bytes: Buffer = picture, by: Uploader = user) => {
    const form = new FormData()
    form.append(name, new Blob([new Uint8Array(bytes)]), 'picture.jpg')
    return stage.send('POST', path, by.as, form)
  }
  /** Sends a file as base64 in a signed form. */
  const sendForm = (path: string, name: string) =>
    stage.postForm(path, user.as, { [name]: picture.toString('base64') })
  /** Reads the user object of the calling user. */
  const shown = async () =>
    JSON.parse((await stage.get('/1.1/account/verify_credentials.json', user.as)).text)
  return { stage, context: stage.context, user, picture, sendPart, sendForm, shown }
}
