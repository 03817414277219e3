import { everyBrand } from '@portico/rules/brand/every'
import { QUALIFIERS } from '@portico/rules/content/request'
import { useText } from '../../base/texts/text.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './content.module.css'
import { nameReaders } from './reader-names.ts'
import type { ContentItem, ContentList } from './types.ts'

/** The readers of a text: `qualifier` is empty for all of them, otherwise `typed` has its value. */
export interface Readers extends Pick<ContentItem, 'brand' | 'language'> {
  readonly qualifier: string
  readonly typed: string
}

/** The single condition in the fields; none until it is typed. */
export function toQualifiers({ qualifier, typed }: Readers): ContentItem['qualifiers'] {
  const known = QUALIFIERS.find((one) => one === qualifier)
  return known && typed.trim() !== '' ? { [known]: typed.trim() } : {}
}

interface BrandAndLanguageProps {
  readonly chosen: Pick<Readers, 'brand' | 'language'>
  readonly onChoose: (to: Partial<Pick<Readers, 'brand' | 'language'>>) => void
  readonly brands: ContentList['brands']
  /** Whether all brands together can be chosen. */
  readonly withEveryBrand: boolean
}

/** Chooses a brand and a language. */
export function BrandAndLanguage({ chosen, onChoose, brands, withEveryBrand }: BrandAndLanguageProps) {
  const t = useText()
  return (
    <>
      <Select label={t('content.brand')} value={chosen.brand} onValue={(brand) => onChoose({ brand })}>
        {withEveryBrand && <option value={everyBrand}>{t('content.every-brand')}</option>}
        <Options of={brands} value={({ code }) => code} text={({ name }) => name} />
      </Select>
      <Select
        label={t('content.language')}
        value={chosen.language}
        onValue={(one) => onChoose({ language: one === 'es' ? 'es' : 'en' })}
      >
        <option value="en">{t('content.language.en')}</option>
        <option value="es">{t('content.language.es')}</option>
      </Select>
    </>
  )
}

interface ReaderFieldsProps extends Pick<BrandAndLanguageProps, 'brands' | 'withEveryBrand'> {
  readonly readers: Readers
  readonly onReaders: (readers: Readers) => void
}

/** Chooses readers by brand, language and one condition. */
export function ReaderFields({ readers, onReaders, brands, withEveryBrand }: ReaderFieldsProps) {
  const t = useText()
  const change = (to: Partial<Readers>) => onReaders({ ...readers, ...to })
  return (
    <div className={styles.filters}>
      <BrandAndLanguage chosen={readers} onChoose={change} brands={brands} withEveryBrand={withEveryBrand} />
      <Select label={t('content.qualifier')} value={readers.qualifier} onValue={(qualifier) => change({ qualifier })}>
        <option value="">{t('content.qualifier.none')}</option>
        <Options of={QUALIFIERS.slice(1)} text={(one) => nameReaders(one, t)} />
      </Select>
      {readers.qualifier !== '' && (
        <TextField
          label={t('content.qualifier.value')}
          value={readers.typed}
          onValue={(typed) => change({ typed })}
          maxLength={100}
          autoComplete="off"
        />
      )}
    </div>
  )
}
