import { Checkbox, Select, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { showProblem } from '../../../api/show-problem.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { FormButtons } from '../../../components/FormButtons.tsx'
import { SameCommand, shellWord } from '../../../components/SameCommand.tsx'
import { COMPONENTS } from '../../../text/components.ts'
import { DESK_APPS } from '../../../text/desk-apps.ts'
import { MODERATION } from '../../../text/moderation.ts'
import type { ShownApp } from './DeskAppPage.tsx'
import { ReasonInput } from './ReasonInput.tsx'

const TEXT = DESK_APPS.app

interface Props {
  readonly shown: ShownApp
  readonly onClose: () => void
}

/** Rights and limits of an app, with a reason. */
export function ChangeApp({ shown, onClose }: Props) {
  const { app } = shown
  const client = useQueryClient()
  const form = useForm({
    initialValues: {
      permissions: app.permissions,
      level: app.level,
      may_read_email: app.may_read_email,
      is_in_labs: shown.is_in_labs,
      reason: '',
    },
    validate: { reason: (value) => (value.trim() === '' ? MODERATION.dialog.reasonMissing : null) },
  })
  const change = useMutation({
    mutationFn: ({ reason, ...values }: typeof form.values) =>
      api.PUT('/console/api/operator/apps/{app_id}', {
        params: { path: { app_id: app.id } },
        body: { ...values, reason: reason.trim() },
      }),
    meta: { isShownInForm: true },
    onError: (error) => showProblem(form, error),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['operator'] })
      onClose()
    },
  })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={TEXT.change}
      size="lg"
      closeButtonProps={{ 'aria-label': COMPONENTS.close }}
    >
      <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
        <Stack>
          <Text size="sm">{TEXT.changeHelp}</Text>
          <Select
            label={DESK_APPS.permissions}
            allowDeselect={false}
            data={Object.entries(DESK_APPS.permissionNames).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps('permissions')}
          />
          <Select
            label={DESK_APPS.level}
            allowDeselect={false}
            data={[...DESK_APPS.levels]}
            {...form.getInputProps('level')}
          />
          <Checkbox label={TEXT.emailLabel} {...form.getInputProps('may_read_email', { type: 'checkbox' })} />
          <Checkbox label={TEXT.labsLabel} {...form.getInputProps('is_in_labs', { type: 'checkbox' })} />
          <ReasonInput {...form.getInputProps('reason')} />
          <SameCommand command={commandOf(shown, form.values)} />
          <FormButtons submit={TEXT.save} isRunning={change.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}

interface Values {
  readonly permissions: string
  readonly level: string
  readonly may_read_email: boolean
  readonly is_in_labs: boolean
  readonly reason: string
}

function commandOf({ app, is_in_labs }: ShownApp, values: Values): string {
  const reason = `--reason ${shellWord(values.reason.trim() || 'TEXT')}`
  const changes = [
    ...(values.permissions === app.permissions ? [] : [`--permissions ${values.permissions}`]),
    ...(values.level === app.level ? [] : [`--level ${values.level}`]),
    ...(values.may_read_email === app.may_read_email
      ? []
      : [values.may_read_email ? '--email-right' : '--no-email-right']),
  ]
  const isLabsChanged = values.is_in_labs !== is_in_labs
  const labs = `aviary app labs ${app.id} ${values.is_in_labs ? 'in' : 'out'} ${reason}`
  if (changes.length === 0 && isLabsChanged) return labs
  const update = [
    'aviary app update',
    app.id,
    ...(changes.length === 0 ? ['--level LEVEL'] : changes),
    reason,
  ]
  return [update.join(' '), ...(isLabsChanged ? [labs] : [])].join('\n')
}
