import { useEffect, useRef } from 'react'
import { useAuthoredIn } from '../../base/texts/spoken.tsx'
import { useText } from '../../base/texts/text.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { Select } from '../../ui/select.tsx'
import styles from './contact-form.module.css'
import { listSubCategories, type Topic } from './fields.ts'
import type { Contact } from './use-contact.ts'
import { useFieldProps } from './use-field-props.ts'

interface TopicFieldsProps {
  readonly contact: Contact
  readonly topics: readonly Topic[]
  /** Whether the first field takes the focus when it appears. */
  readonly takesFocus: boolean
}

/** Category and sub-category; the second depends on the first (MC-3). */
export function TopicFields({ contact, topics, takesFocus }: TopicFieldsProps) {
  const t = useText()
  const authoredIn = useAuthoredIn()
  const field = useFieldProps(contact)
  const subCategories = listSubCategories(topics, contact.draft.fields.categoryId)
  const first = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    if (takesFocus) first.current?.focus()
  }, [takesFocus])

  return (
    <div className={styles.pair}>
      <Select {...field('categoryId')} ref={first} required>
        <option value="">{t('contact-us.choose-category')}</option>
        <Options of={topics} lang={authoredIn} value={({ categoryId }) => categoryId} text={({ label }) => label} />
      </Select>
      <Select {...field('subCategoryId')} required>
        <option value="">
          {t(subCategories.length === 0 ? 'contact-us.choose-category-first' : 'contact-us.choose-sub-category')}
        </option>
        <Options
          of={subCategories}
          lang={authoredIn}
          value={({ subCategoryId }) => subCategoryId}
          text={({ label }) => label}
        />
      </Select>
    </div>
  )
}
