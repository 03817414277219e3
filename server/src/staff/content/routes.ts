import * as consoleCalls from '@portico/contract/calls/content-console'
import * as settingCalls from '@portico/contract/calls/settings'
import type { Binder } from '../../platform/http/bind.ts'
import type { ContentConsole } from './console.ts'
import type { SettingConsole } from './setting-console.ts'

/** Texts and settings, for those who change them (CT-5, CT-9). */
export function bindConsoles(binder: Binder, desk: ContentConsole, settings: SettingConsole): void {
  binder.bind(consoleCalls.contentItems, ({ query }, context) => desk.list(context, query))
  binder.bind(consoleCalls.contentVersions, ({ body }, context) => desk.versions(context, body))
  binder.bind(consoleCalls.writeContent, desk.write)
  binder.bind(consoleCalls.stepContent, desk.step)
  binder.bind(consoleCalls.releaseContent, desk.release)
  binder.bind(consoleCalls.contentReleases, (_input, context) => desk.releases(context))
  binder.bind(consoleCalls.undoRelease, desk.undo)
  binder.bind(consoleCalls.explainContentFor, ({ body }, context) => desk.explain(context, body))

  binder.bind(settingCalls.settings, ({ query }, context) => settings.list(context, query.brand))
  binder.bind(settingCalls.changeSetting, settings.change)
  binder.bind(settingCalls.decideSetting, settings.decide)
  binder.bind(settingCalls.settingHistory, ({ params }, context) => settings.history(context, params))
}
