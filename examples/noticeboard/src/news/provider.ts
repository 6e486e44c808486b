import type { Config } from '@app/core'
import { News } from './news.ts'
import { showNews } from './show-news.ts'

export const configProvider = () =>
  ({
    dependencies: {
      eager: ['noticeboard/news'],
      factories: { 'noticeboard/news': News, 'news.stream': showNews },
    },
    routes: { 'news.stream': { path: '/teams/{team}/news', middleware: 'news.stream', allowed_methods: ['GET'] } },
  }) satisfies Config
