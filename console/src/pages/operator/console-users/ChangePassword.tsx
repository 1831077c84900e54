import { Checkbox, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { showProblem } from '../../../api/show-problem.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { FormButtons } from '../../../components/FormButtons.tsx'
import { SameCommand, shellWord } from '../../../components/SameCommand.tsx'
import { COMPONENTS } from '../../../text/components.ts'
import { CONSOLE_USERS as TEXT } from '../../../text/console-users.ts'
import type { ConsoleUser } from './console-user.ts'

interface Props {
  readonly user: ConsoleUser
  readonly onClose: () => void
}

/** A dialog that changes the password of a console user. */
export function ChangePassword({ user: { email }, onClose }: Props) {
  const client = useQueryClient()
  const form = useForm({ initialValues: { password: '', remove_passkeys: false } })
  const change = useMutation({
    mutationFn: (values: typeof form.values) =>
      api.PUT('/console/api/operator/console_users/password', { body: { email, ...values } }),
    // The request has a password, which must not stay in the cache.
    gcTime: 0,
    meta: { isShownInForm: true },
    onError: (error) => showProblem(form, error),
    onSuccess: async () => {
      notifications.show({ message: TEXT.changed(email) })
      await client.invalidateQueries({ queryKey: ['operator'] })
      onClose()
    },
  })
  const { remove_passkeys: removesPasskeys } = form.values
  return (
    <Dialog
      opened
      onClose={onClose}
      title={TEXT.passwordOf(email)}
      size="lg"
      closeButtonProps={{ 'aria-label': COMPONENTS.close }}
    >
      <form onSubmit={form.onSubmit((values) => change.mutate(values))} autoComplete="off">
        <Stack>
          <PasswordInput
            label={TEXT.passwordLabel}
            description={TEXT.passwordHelp}
            required
            autoComplete="new-password"
            data-autofocus
            {...form.getInputProps('password')}
          />
          <Checkbox
            label={TEXT.removePasskeys}
            {...form.getInputProps('remove_passkeys', { type: 'checkbox' })}
          />
          <SameCommand
            command={`aviary console password ${shellWord(email)}${removesPasskeys ? ' --remove-passkeys' : ''}`}
          />
          <FormButtons submit={TEXT.changePassword} isRunning={change.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
