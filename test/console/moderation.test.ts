/**
 * Tests that an operator finds users and posts at the desk, moderates them with a reason, and undoes a
 * suspension.
 */
import assert from 'node:assert/strict'
import { setConsoleOperator } from '../../src/domain/console/operators.ts'
import { changePostState } from '../../src/domain/posts/state/change-post-state.ts'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { slowTest as test } from '../support/part.ts'
import { checkPage } from './support/check-page.ts'
import { EMAIL, startConsole } from './support/start.ts'

test('moderation at the desk', async (t) => {
  const stage = await startConsole(t)
  const { context, user } = stage
  await setConsoleOperator(context, EMAIL, true)
  const text = 'a <b>cat</b> of mine'
  const { id: postId } = await createPost(context, { authorId: user.id, text })
  const page = await stage.open('/operator')

  await t.test('a user is found, suspended with a reason, and the suspension is undone', async () => {
    await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor()
    await page.getByRole('row').nth(1).waitFor()
    await checkPage(page, 'operator-users')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Create a user' }).click()
    await dialog.getByLabel('User name').fill(user.screenName)
    await dialog.getByLabel('E-mail address').fill('carol@example.org')
    await dialog.getByRole('textbox', { name: 'Password' }).fill('horse battery')
    await dialog.getByRole('button', { name: 'Create the user' }).click()
    await dialog.getByText('Another user has this screen name.').waitFor()
    await dialog.getByLabel('User name').fill('carol')
    await dialog.getByText('aviary user create carol --email carol@example.org').waitFor()
    await checkPage(page, 'operator-user-create')
    await dialog.getByRole('button', { name: 'Create the user' }).click()
    await page.getByRole('heading', { name: 'carol', exact: true }).waitFor()
    await page.getByRole('region', { name: 'History' }).getByText('user.create').waitFor()
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await page.getByLabel('Find a user').fill('nothing-like-it')
    await page.getByRole('heading', { name: 'No user matches' }).waitFor()
    await page.getByLabel('Find a user').fill(`@${user.screenName}`)
    await page.getByText(`aviary user show ${user.screenName}`).waitFor()
    await page.getByRole('row', { name: `@${user.screenName}` }).press('Enter')
    await page.getByRole('heading', { name: 'History' }).waitFor()
    await page.getByRole('cell', { name: text }).waitFor()
    await checkPage(page, 'operator-user')
    await page.getByRole('button', { name: 'Suspend' }).click()
    await dialog.getByText(/posts? (is|are) hidden from everybody/).waitFor()
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await dialog.getByText('Enter a reason.').waitFor()
    await dialog.getByLabel('Reason').fill("it's spam")
    await dialog.getByText(`aviary user suspend ${user.screenName} --reason 'it'\\''s spam'`).waitFor()
    await checkPage(page, 'operator-suspend')
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await page.getByRole('region', { name: 'History' }).getByText("it's spam").waitFor()
    await page.getByRole('button', { name: 'End the suspension' }).waitFor()
    await page.getByRole('button', { name: 'Undo: user.suspend' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('a mistake')
    await page.getByRole('dialog').getByRole('button', { name: 'Undo: user.suspend' }).click()
    await page.getByRole('button', { name: 'Suspend', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Make a password link' }).click()
    await dialog.getByText(`aviary user password-link ${user.screenName} --hours 24`).waitFor()
    await checkPage(page, 'operator-password-link')
    await dialog.getByRole('button', { name: 'Make a password link' }).click()
    await dialog.getByText('/settings/reset_password?token=', { exact: false }).waitFor()
    await checkPage(page, 'operator-password-link-made')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('region', { name: 'History' }).getByText('user.password_link').waitFor()
  })

  await t.test(
    'a post is withheld in one country, an action fails because another operator was faster, and the post is deleted',
    async () => {
      await page.getByRole('link', { name: 'Posts' }).click()
      await page.getByRole('cell', { name: text }).waitFor()
      await checkPage(page, 'operator-posts')
      await page.getByLabel('Find posts').fill(String(postId))
      await page.waitForURL(/q=/)
      await page.getByRole('cell', { name: text }).click()
      await page.getByRole('heading', { name: `Post ${postId}` }).waitFor()
      await page.getByRole('button', { name: 'Withhold in countries' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Countries').fill('de')
      await dialog.getByLabel('Reason').fill('a law')
      await dialog.getByRole('button', { name: 'Withhold in countries' }).click()
      await page.getByText('withheld in DE').waitFor()
      await checkPage(page, 'operator-post')
      const colleague = { ...context, operator: { actor: 'ben@example.org' } }
      await changePostState(colleague, { postId, action: 'drop', reason: 'spam' })
      await page.getByRole('button', { name: 'Drop' }).click()
      await dialog.getByLabel('Reason').fill('spam')
      await dialog.getByRole('button', { name: 'Drop' }).click()
      await dialog.getByText(/post\.drop by ben@example\.org/).waitFor()
      await checkPage(page, 'operator-conflict')
      await dialog.getByRole('button', { name: 'Cancel' }).last().click()
      await page.reload()
      await page.getByRole('button', { name: 'Delete' }).click()
      await dialog.getByText('Nothing can restore them.').waitFor()
      await dialog.getByLabel('Reason').fill('a law')
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('heading', { name: 'This post is deleted' }).waitFor()
      await checkPage(page, 'operator-deleted-post')
      assert.equal(await page.getByRole('button', { name: 'Undo: post.delete' }).count(), 0)
    },
  )
})
