create table account (
  id           bigint generated always as identity primary key,
  username     text not null unique,
  display_name text not null,
  password     text not null,
  role         text not null check (role in ('AUTHOR', 'EDITOR'))
);

-- region post
create table post (
  id           bigint generated always as identity primary key,
  author_id    bigint not null references account,
  slug         text not null unique, -- 地址里的名字，建好以后不改
  title        text not null,
  body         text not null,        -- Markdown 原文
  excerpt      text not null,
  status       text not null check (status in ('DRAFT', 'PUBLISHED')),
  version      int not null default 0,
  published_at timestamptz,
  updated_at   timestamptz not null,
  search_text  text not null,        -- 归一之后的标题与正文
  search       tsvector not null     -- 由 search_text 切出的二元组
);

create index post_search on post using gin (search);
create index post_recent on post (published_at desc, id desc)
  where status = 'PUBLISHED';
-- endregion post

create index post_author on post (author_id, updated_at desc);

create table post_tag (
  post_id bigint not null references post on delete cascade,
  tag     text not null,
  primary key (post_id, tag)
);

create index post_tag_tag on post_tag (tag);

create table comment (
  id         bigint generated always as identity primary key,
  post_id    bigint not null references post on delete cascade,
  name       text not null,
  body       text not null,
  status     text not null check (status in ('PENDING', 'APPROVED', 'REJECTED')),
  created_at timestamptz not null
);

create index comment_post on comment (post_id, status, created_at);

create table picture (
  name        text primary key,
  width       int not null,
  height      int not null,
  bytes       int not null,
  uploaded_by bigint not null references account,
  uploaded_at timestamptz not null
);
