import { PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../../api/client.ts'
import { showProblem } from '../../../api/show-problem.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { FormButtons } from '../../../components/FormButtons.tsx'
import { SameCommand, shellWord } from '../../../components/SameCommand.tsx'
import { COMPONENTS } from '../../../text/components.ts'
import { STREAM_ACCOUNTS } from '../../../text/stream-accounts.ts'

const TEXT = STREAM_ACCOUNTS.form

/**
 * A dialog that adds a stream to an account. The dialog also creates the account and its user if they do not
 * exist.
 */
export function AddAccountStream({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient()
  const form = useForm({
    initialValues: { account_name: '', email: '', password: '', publisher: 'twitter', label: 'prod' },
  })
  const add = useMutation({
    mutationFn: ({ account_name, email, password, publisher, label }: typeof form.values) =>
      dataOf(
        api.POST('/console/api/operator/accounts', {
          body: {
            ...{ account_name: account_name.trim(), email: email.trim(), password },
            ...{ publisher: publisher.trim(), label: label.trim() },
          },
        }),
      ),
    meta: { isShownInForm: true },
    onError: (error) => showProblem(form, error),
    onSuccess: async ({ made_stream }, { publisher, label }) => {
      const name = `${publisher.trim()}/${label.trim()}`
      notifications.show({ message: made_stream ? TEXT.made(name) : TEXT.existed(name) })
      await client.invalidateQueries({ queryKey: ['operator'] })
      onClose()
    },
  })
  const { account_name, email, publisher, label } = form.values
  const names = `--publisher ${shellWord(publisher)} --label ${shellWord(label)}`
  return (
    <Dialog
      opened
      onClose={onClose}
      title={STREAM_ACCOUNTS.accounts.add}
      size="lg"
      closeButtonProps={{ 'aria-label': COMPONENTS.close }}
    >
      <form onSubmit={form.onSubmit((values) => add.mutate(values))} autoComplete="off">
        <Stack>
          <TextInput
            label={TEXT.account}
            description={TEXT.accountHelp}
            required
            data-autofocus
            {...form.getInputProps('account_name')}
          />
          <TextInput
            label={TEXT.email}
            description={TEXT.emailHelp}
            required
            autoComplete="off"
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label={TEXT.password}
            description={TEXT.passwordHelp}
            required
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <TextInput label={TEXT.publisher} required {...form.getInputProps('publisher')} />
          <TextInput label={TEXT.label} required {...form.getInputProps('label')} />
          <SameCommand
            command={`aviary stream-account create ${shellWord(account_name || 'ACCOUNT')} --email ${shellWord(email || 'ADDRESS')} ${names}`}
          />
          <FormButtons submit={TEXT.create} isRunning={add.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
