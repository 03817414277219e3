import { previewContent } from '@portico/contract/calls/content-console'
import { everyBrand } from '@portico/rules/brand/every'
import type { listScreens } from '@portico/rules/content/screens'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { MomentText } from '../../base/texts/moment-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import { Options } from '../../kit/forms/options.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Select } from '../../ui/select.tsx'
import styles from './content.module.css'
import { BrandAndLanguage } from './reader-fields.tsx'
import type { ContentItem, ContentList } from './types.ts'

/** Widths of a phone, a tablet and a desktop page. */
const widths = [360, 768, 1280] as const

interface PreviewProps {
  readonly item: ContentItem
  readonly versionId: string
  /** Screens that show it, beginning with the first. */
  readonly screens: ReturnType<typeof listScreens>
  readonly brands: ContentList['brands']
}

/** The real screen with the drafted text, in a brand, a language and a width, in a sandbox (CT-7). */
export function Preview({ item, versionId, screens, brands }: PreviewProps) {
  const t = useText()
  const [readers, setReaders] = useState({
    brand: item.brand === everyBrand ? (brands[0]?.code ?? '') : item.brand,
    language: item.language,
  })
  const [screen, setScreen] = useState(screens[0])
  const [width, setWidth] = useState<number>(360)
  const [wanted, setWanted] = useState(false)
  const body = { versionIds: [versionId], ...readers, screen }
  const made = useLoaded((signal) => api.call(previewContent, { body, signal }), { key: JSON.stringify(body), wanted })
  return (
    <>
      <div className={styles.filters}>
        <Select
          label={t('content.preview.screen')}
          value={screen}
          onValue={(one) => setScreen(screens.find((name) => name === one) ?? screens[0])}
        >
          <Options of={screens} text={(name) => t(`content.screen.${name}`)} />
        </Select>
        <BrandAndLanguage
          chosen={readers}
          onChoose={(to) => setReaders({ ...readers, ...to })}
          brands={brands}
          withEveryBrand={false}
        />
        <Select label={t('content.preview.width')} value={String(width)} onValue={(one) => setWidth(Number(one))}>
          <Options of={widths} text={(one) => t(`content.width.${one}`)} />
        </Select>
      </div>
      {!wanted && (
        <Button variant="secondary" onClick={() => setWanted(true)}>
          {t('content.preview.show')}
        </Button>
      )}
      {made.failed && <ErrorState onRetry={made.reload} />}
      {made.value && (
        <>
          <p className={lettering.key} role="status">
            {t('content.preview.until')} <MomentText at={made.value.expiresAt} />{' '}
            <a href={made.value.address} target="_blank" rel="noreferrer">
              {t('content.preview.open')}
            </a>
          </p>
          <div className={styles.stage}>
            <iframe
              key={made.value.address}
              src={made.value.address}
              sandbox="allow-scripts"
              referrerPolicy="no-referrer"
              title={t('content.preview.title')}
              width={width}
              height={720}
            />
          </div>
        </>
      )}
    </>
  )
}
