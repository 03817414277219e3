import { useState } from 'react'
import { links } from '../../base/router/links.ts'
import { useText } from '../../base/texts/text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { ReaderFields, type Readers, toQualifiers } from './reader-fields.tsx'
import type { ContentItem, ContentList } from './types.ts'

/** Links to the same text for another brand, language or group of readers, whether or not it exists yet. */
export function OtherReaders({ item, list }: { readonly item: ContentItem; readonly list: ContentList }) {
  const t = useText()
  const { name, brand, language } = item
  const [readers, setReaders] = useState<Readers>({ brand, language, qualifier: '', typed: '' })
  const { qualifier: _, typed: _typed, ...chosen } = readers
  return (
    <>
      <ReaderFields readers={readers} onReaders={setReaders} brands={list.brands} withEveryBrand />
      <ButtonLink variant="secondary" to={links.contentItem({ name, ...chosen, qualifiers: toQualifiers(readers) })}>
        {t('content.other.open')}
      </ButtonLink>
    </>
  )
}
