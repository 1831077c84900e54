import { NumberInput, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf } from '../../../api/client.ts'
import type { components } from '../../../api/schema.d.ts'
import { showProblem } from '../../../api/show-problem.ts'
import { FormButtons } from '../../../components/FormButtons.tsx'
import { SameCommand } from '../../../components/SameCommand.tsx'
import { SecretDialog } from '../../../components/SecretDialog.tsx'
import { MODERATION } from '../../../text/moderation.ts'

const TEXT = MODERATION.passwordLink

interface Props {
  readonly user: components['schemas']['ConsoleDeskUser']
  readonly onClose: () => void
}

/** A dialog that makes a link with which a user sets a new password, and shows the link once. */
export function MakePasswordLink({ user, onClose }: Props) {
  const client = useQueryClient()
  const [link, setLink] = useState<string>()
  const form = useForm({ initialValues: { hours: 24 } })
  const make = useMutation({
    mutationFn: ({ hours }: typeof form.values) =>
      dataOf(
        api.POST('/console/api/operator/users/{user_id}/password_link', {
          params: { path: { user_id: user.id } },
          body: { hours },
        }),
      ),
    // The response has a secret, which must not stay in the cache.
    gcTime: 0,
    meta: { isShownInForm: true },
    onError: (error) => showProblem(form, error),
    onSuccess: async ({ url }) => {
      setLink(url)
      await client.invalidateQueries({ queryKey: ['operator'] })
    },
  })
  return (
    <SecretDialog
      title={TEXT.title(user.username)}
      help={TEXT.linkHelp}
      values={link === undefined ? undefined : [{ name: TEXT.link, value: link }]}
      onClose={onClose}
    >
      <form onSubmit={form.onSubmit((values) => make.mutate(values))}>
        <Stack>
          <Text size="sm">{TEXT.help}</Text>
          <NumberInput
            label={TEXT.hours}
            min={1}
            max={168}
            allowDecimal={false}
            required
            data-autofocus
            {...form.getInputProps('hours')}
          />
          <SameCommand command={`aviary user password-link ${user.username} --hours ${form.values.hours}`} />
          <FormButtons submit={TEXT.make} isRunning={make.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </SecretDialog>
  )
}
