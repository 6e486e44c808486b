import type { Config } from '@app/core'
import { createHub } from '@app/event-stream/hub'
import { News } from './news.ts'
import { showNews } from './show-news.ts'
import { stillIn } from './still-in.ts'

export const configProvider = () =>
  ({
    dependencies: {
      eager: ['noticeboard/hub', 'noticeboard/news'],
      factories: {
        'noticeboard/hub': () => createHub(),
        'noticeboard/news': News,
        'noticeboard/still-in': stillIn,
      },
    },
    routes: { 'news.stream': { path: '/teams/{team}/news', middleware: showNews, allowed_methods: ['GET'] } },
  }) satisfies Config
