import { contentItems } from '@portico/contract/calls/content-console'
import { everyBrand } from '@portico/rules/brand/every'
import { worksOnContent } from '@portico/rules/staff/entitlements'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { useRoute } from '../../base/router/navigation.ts'
import type { View } from '../../base/router/view.ts'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { PartsNav } from '../../kit/layout/parts-nav.tsx'
import { linkToLanguages } from '../../shared/setting-values/link-to-languages.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import styles from './content.module.css'
import { ContentList } from './content-list.tsx'
import { ItemView } from './item.tsx'
import { Languages } from './languages/languages.tsx'
import { Releases } from './releases.tsx'
import { type ItemKey, toItemKey } from './types.ts'

/** The texts for a brand's readers: listed, written, approved, published and rolled back (CT-4 to CT-8). */
function Content() {
  const t = useText()
  const { session } = usePage()
  const { segments, params } = useRoute()
  const [, part, name, itemBrand, language] = segments
  const may = worksOnContent(session?.entitlements ?? [])
  const key: ItemKey | null =
    part === 'item' && name !== undefined
      ? { name, brand: itemBrand ?? everyBrand, language: language === 'es' ? 'es' : 'en', qualifiers: params }
      : null
  const brand = key?.brand ?? params.brand ?? everyBrand
  const list = useLoaded((signal) => api.call(contentItems, { query: { brand }, signal }), {
    key: brand,
    wanted: may && part !== 'languages',
  })
  if (part === 'languages') return <Languages />
  if (!may) {
    return (
      <div className={styles.view}>
        <h1>{t('content.title')}</h1>
        <EmptyState title={t('content.no-right.title')} text={t('content.no-right.text')} />
      </div>
    )
  }
  const isReleases = part === 'releases'
  return (
    <div className={styles.view}>
      <div className={styles.header}>
        <h1>{t('content.title')}</h1>
        <PartsNav
          label={t('content.parts')}
          parts={[
            { to: links.content(), text: t('content.part.texts'), isCurrent: !isReleases },
            { to: links.contentReleases(), text: t('content.releases.title'), isCurrent: isReleases },
            { to: linkToLanguages(), text: t('content.languages.title') },
          ]}
          className={styles.parts}
        />
      </div>
      {isReleases ? (
        <Releases brands={list.last?.brands ?? []} known={list.last?.items ?? []} />
      ) : key === null ? (
        <>
          <p className={lettering.key}>{t('content.about')}</p>
          <ContentList brand={brand} area={params.area ?? ''} list={list} />
        </>
      ) : (
        <ItemView key={toItemKey(key)} itemKey={key} list={list} />
      )}
    </div>
  )
}

export const view: View = { title: 'content.title', Component: Content }
