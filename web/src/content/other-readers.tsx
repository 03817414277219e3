import { QUALIFIERS } from '@portico/rules/content/request'
import { everyBrand } from '@portico/rules/workspace/brands'
import { useState } from 'react'
import { links } from '../router/links.ts'
import { useText } from '../texts/text.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './content.module.css'
import type { ContentItem, ContentList } from './types.ts'

/** Leads to the same text for another brand, language or other readers, which may be there or not yet. */
export function OtherReaders({ item, list }: { readonly item: ContentItem; readonly list: ContentList }) {
  const t = useText()
  const [brand, setBrand] = useState(item.brand)
  const [language, setLanguage] = useState(item.language)
  const [qualifier, setQualifier] = useState('')
  const [value, setValue] = useState('')
  const qualifiers = qualifier === '' || value.trim() === '' ? {} : { [qualifier]: value.trim() }
  return (
    <>
      <div className={styles.filters}>
        <Select label={t('content.brand')} value={brand} onValue={setBrand}>
          <option value={everyBrand}>{t('content.every-brand')}</option>
          {list.brands.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
        <Select
          label={t('content.language')}
          value={language}
          onValue={(one) => setLanguage(one === 'es' ? 'es' : 'en')}
        >
          <option value="en">{t('content.language.en')}</option>
          <option value="es">{t('content.language.es')}</option>
        </Select>
        <Select label={t('content.qualifier')} value={qualifier} onValue={setQualifier}>
          <option value="">{t('content.qualifier.none')}</option>
          {QUALIFIERS.slice(1).map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </Select>
        {qualifier !== '' && (
          <TextField
            label={t('content.qualifier.value')}
            value={value}
            onValue={setValue}
            maxLength={100}
            autoComplete="off"
          />
        )}
      </div>
      <ButtonLink variant="secondary" to={links.contentItem({ name: item.name, brand, language, qualifiers })}>
        {t('content.other.open')}
      </ButtonLink>
    </>
  )
}
