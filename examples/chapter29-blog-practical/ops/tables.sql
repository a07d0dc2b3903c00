-- 库自己的设置（alter database … set datestyle 之类）会改变值写成文字的样子，恢复出来的库没有它们；数一张大表要多久也说不准
set statement_timeout = 0;
set search_path = pg_catalog;
set timezone = 'UTC';
set datestyle = 'ISO';
set intervalstyle = 'postgres';
set bytea_output = 'hex';
set extra_float_digits = 1;
set lc_monetary = 'C';
set quote_all_identifiers = off;
set client_encoding = 'UTF8';

-- 每张表：名字、行数、全部内容的摘要。两个库的这张表一样，内容就一样
-- 别的连接的临时表读不到，导出里也没有；物化视图恢复时会重算：这两样不数
with stored as materialized (
  select s.schemaname, s.relname
    from pg_stat_user_tables s join pg_class c on c.oid = s.relid
   where c.relkind <> 'm' and c.relpersistence <> 't'
)
select relname,
       (xpath('/row/n/text()', counted))[1]::text,
       (xpath('/row/h/text()', counted))[1]::text
  from stored,
       query_to_xml(format(
         'select count(*) as n,
                 md5(coalesce(string_agg((t.*)::text, chr(10) order by (t.*)::text collate "C"), '''')) as h
            from %I.%I t', schemaname, relname), false, true, '') counted
 order by schemaname, relname;
