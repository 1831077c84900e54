import { Button, Group, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { Section } from '../../components/Section.tsx'
import { EDITOR } from '../../text/rules.ts'
import type { RuleEditorHandle } from './editor/RuleEditor.tsx'
import { type Rule, type RuleSet, rulesKey } from './queries.ts'
import { RuleField } from './RuleField.tsx'
import type { RuleCheck } from './use-rule-check.ts'
import { useRulesSearch } from './use-rules-search.ts'

/** Maximum number of code points, as in the API. */
const MAX_TAG_LENGTH = 128

interface Props {
  readonly of: RuleSet
  readonly edited: Rule | undefined
  readonly maxLength: number
  readonly value: string
  readonly onChange: (value: string) => void
  readonly check: RuleCheck
}

/** The form of a new or edited rule. */
export function RuleForm({ of, edited, maxLength, value, onChange, check }: Props) {
  const { change } = useRulesSearch()
  const [tag, setTag] = useState(edited?.tag ?? '')
  const editor = useRef<RuleEditorHandle>(null)
  const form = useRef<HTMLFormElement>(null)
  const isChanged = edited === undefined || value !== edited.value || tag !== edited.tag
  const save = useSave(of, edited, () => {
    onChange('')
    setTag('')
    if (edited === undefined) editor.current?.focus()
    else change({ edit: undefined })
  })
  const editedId = edited?.id
  useEffect(() => {
    // Scrolls to the editor, which may be outside the screen because the button "Edit" is below it.
    if (editedId === undefined) return
    editor.current?.focus()
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [editedId])
  const canSave = check.state !== 'empty' && check.state !== 'invalid' && isChanged && !save.isPending
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canSave) save.mutate({ value, tag })
  }
  return (
    <Section
      title={edited === undefined ? EDITOR.newTitle : EDITOR.editTitle}
      description={edited === undefined ? undefined : EDITOR.editDescription}
    >
      <form ref={form} onSubmit={submit}>
        <Stack gap="sm">
          <RuleField
            of={of}
            value={value}
            onChange={onChange}
            onSubmit={() => form.current?.requestSubmit()}
            check={check}
            maxLength={maxLength}
            editor={editor}
          />
          <TextInput
            label={EDITOR.tag}
            description={EDITOR.tagAdvice}
            value={tag}
            maxLength={MAX_TAG_LENGTH}
            onChange={(event) => setTag(event.currentTarget.value)}
            maw="24rem"
          />
          {save.error !== null && <ErrorState error={save.error} />}
          <Group gap="xs">
            <Button type="submit" loading={save.isPending} disabled={!canSave}>
              {edited === undefined ? EDITOR.add : EDITOR.save}
            </Button>
            {edited !== undefined && (
              <Button variant="default" onClick={() => change({ edit: undefined })}>
                {EDITOR.cancel}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Section>
  )
}

function useSave(of: RuleSet, edited: Rule | undefined, onSaved: () => void) {
  const client = useQueryClient()
  const path = { app_id: of.appId }
  return useMutation({
    mutationFn: (rule: { readonly value: string; readonly tag: string }) => {
      const body = { ...rule, product: of.product }
      return edited === undefined
        ? dataOf(api.POST('/console/api/apps/{app_id}/rules', { params: { path }, body }))
        : dataOf(
            api.PUT('/console/api/apps/{app_id}/rules/{rule_id}', {
              params: { path: { ...path, rule_id: edited.id } },
              body,
            }),
          )
    },
    meta: { isShownInForm: true },
    onSuccess: async () => {
      notifications.show({ message: edited === undefined ? EDITOR.added : EDITOR.saved })
      // The form closes before the list is loaded again, because the new list no longer has the replaced
      // rule.
      onSaved()
      await client.invalidateQueries({ queryKey: rulesKey(of) })
    },
  })
}
