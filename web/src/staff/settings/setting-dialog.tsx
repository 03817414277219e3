import { changeSetting } from '@portico/contract/calls/settings'
import { everyBrand } from '@portico/rules/brand/every'
import { findDeclared, needsSecondPerson } from '@portico/rules/settings/declared'
import { jointProblems, type SettingProblem, settingProblemCodes, valueProblem } from '@portico/rules/settings/judge'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/error.ts'
import { newId } from '../../base/new-id.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useForm } from '../../kit/forms/use-form.ts'
import lettering from '../../kit/layout/lettering.module.css'
import { linkToLanguages } from '../../shared/setting-values/link-to-languages.ts'
import { useValueText } from '../../shared/setting-values/use-value-text.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { SettingHistory } from './setting-history.tsx'
import styles from './settings.module.css'
import { formatTyped, parseTyped } from './typed.ts'
import type { Setting, Surroundings } from './types.ts'
import { ValueField } from './value-field.tsx'
import { WaitingChange } from './waiting-change.tsx'

interface SettingDialogProps {
  /** Code, or ALL. */
  readonly brand: string
  readonly setting: Setting
  readonly editable: boolean
  readonly surroundings: Surroundings
  readonly onReload: () => void
  readonly onSaved: (setting: Setting) => void
  readonly onClose: () => void
}

const serverTexts = { codes: Object.fromEntries(settingProblemCodes.map((code) => [code, code])) }

/** One setting: its value or default, the reason for a change, and every earlier change (CT-9). */
export function SettingDialog(props: SettingDialogProps) {
  const { brand, setting, editable, onSaved, onClose } = props
  const { key, value, everywhere } = setting
  const t = useText()
  const valueText = useValueText()
  const { otherwise } = findDeclared(key)
  const { form, send } = useSettingForm(props)

  const needsSecond = needsSecondPerson(key)
  const without = brand === everyBrand || everywhere === null ? 'default' : 'everywhere'
  const rules = valueText(key, brand === everyBrand ? otherwise : (everywhere ?? otherwise))
  const title = t(`settings.name.${key}`)
  const about = (
    <>
      <p className={lettering.key}>{t(`settings.about.${key}`)}</p>
      <p>{t('settings.now', { value: valueText(key, value ?? everywhere ?? otherwise) })}</p>
      <WaitingChange brand={brand} setting={setting} editable={editable} onDecided={onSaved} />
    </>
  )
  const isWrittenElsewhere = key === 'APPROVED_LANGUAGES'
  if (!editable || isWrittenElsewhere) {
    return (
      <Dialog open onClose={onClose} title={title}>
        <div className={styles.dialog}>
          {about}
          {isWrittenElsewhere && brand !== everyBrand && (
            <ButtonLink to={linkToLanguages(brand)} variant="secondary">
              {t('settings.open-languages')}
            </ButtonLink>
          )}
          <SettingHistory brand={brand} setting={setting} onAgain={null} />
        </div>
      </Dialog>
    )
  }
  return (
    <FormDialog
      open
      form={form}
      title={title}
      about={about}
      action={t(needsSecond ? 'settings.ask' : 'settings.save')}
      problems={{ CONFLICT: 'settings.conflict' }}
      send={send}
      onDone={onSaved}
      onClose={onClose}
    >
      <RadioGroup
        {...form.field('source')}
        label={t('settings.source')}
        value={form.values.source === 'own' ? 'own' : 'none'}
        options={[
          { value: 'none', label: t(`settings.source.${without}`, { value: rules }) },
          { value: 'own', label: t('settings.source.own') },
        ]}
      />
      {form.values.source === 'own' && <ValueField settingKey={key} field={form.field('value')} />}
      <TextField
        {...form.field('reason')}
        label={t('settings.reason')}
        hint={t('settings.reason-hint')}
        maxLength={200}
        autoComplete="off"
        required
      />
      {needsSecond && <p className={lettering.key}>{t('settings.second-person')}</p>}
      <SettingHistory
        brand={brand}
        setting={setting}
        onAgain={(again) =>
          form.fill({ source: again === null ? 'none' : 'own', value: formatTyped(key, again ?? otherwise) })
        }
      />
    </FormDialog>
  )
}

/** The setting as it is typed, and its change. */
function useSettingForm({ brand, setting, surroundings, onReload }: SettingDialogProps) {
  const { key, value, everywhere } = setting
  const t = useText()
  const valueText = useValueText()
  const format = useFormat()
  // Stays the same until it is saved, so that a double click counts once.
  const [changeId, setChangeId] = useState(newId)
  const form = useForm({
    id: `setting-${brand}-${key}`,
    initial: {
      source: value === null ? 'none' : 'own',
      value: formatTyped(key, value ?? everywhere ?? findDeclared(key).otherwise),
      reason: '',
    },
    label: (name) => t(name === 'reason' ? 'settings.reason' : name === 'value' ? 'settings.value' : 'settings.source'),
    serverTexts,
    check: (name, typed) => {
      if (name === 'reason') {
        const { length } = typed.reason.trim()
        return length >= 3 && length <= 200 ? null : { code: 'settings.reason-wrong' }
      }
      if (name !== 'value' || typed.source !== 'own') return null
      const problem = findProblem(key, parseTyped(key, typed.value), surroundings)
      return problem && { ...problem, params: readParams(problem) }
    },
  })

  /** The ends of a range in the field's format, with times in words. */
  function readParams({ params = {} }: SettingProblem): Record<string, string> {
    const formatParam = (name: string, number: number) =>
      name === 'min' || name === 'max'
        ? format.number(Number(formatTyped(key, number)))
        : valueText('SESSION_EXPIRY_MS', number)
    return Object.fromEntries(Object.entries(params).map(([name, number]) => [name, formatParam(name, Number(number))]))
  }

  /** It was changed in the meantime, by someone else or by an earlier click. */
  function behind(): void {
    setChangeId(newId())
    onReload()
  }

  const send = async (typed: typeof form.values) => {
    try {
      const saved = await api.call(changeSetting, {
        params: { brand, key },
        body: {
          changeId,
          basedOn: setting.changed?.changeId ?? null,
          value: typed.source === 'own' ? parseTyped(key, typed.value) : null,
          reason: typed.reason.trim(),
        },
      })
      if (saved.differs) throw Object.assign(new Error('An earlier press saved something else.'), { name: 'CONFLICT' })
      return saved.setting
    } catch (error) {
      if (error instanceof ApiError ? error.code === 'CONFLICT' : error instanceof Error && error.name === 'CONFLICT') {
        behind()
      }
      throw error
    }
  }

  return { form, send }
}

/** Problems of the setting on its own; only the server knows all the settings that it may conflict with. */
function findProblem(
  key: Setting['key'],
  next: ReturnType<typeof parseTyped>,
  surroundings: Surroundings,
): SettingProblem | null {
  return (
    valueProblem(key, next, surroundings) ??
    jointProblems((one) => (one === key ? next : null), surroundings).get(key) ??
    null
  )
}
