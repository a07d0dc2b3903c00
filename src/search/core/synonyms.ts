/**
 * Words that mean the same to a reader of this book. Every word of a line finds every other; write lower
 * case and simplified characters. Keep it small: a line is worth it when a reader's word is not the book's.
 */
const same: readonly string[] = [
  '跨域 | cors | 跨源',
  '热部署 | 热重载 | 热加载 | devtools | 自动重启',
  '接口 | api | 端点 | endpoint',
  '失效 | 不生效 | 没生效 | 没有生效 | 无效 | 不起作用 | 没起作用 | 不管用 | 没反应 | 没效果',
  '端口占用 | 端口被占 | 端口被占用 | 端口已被占用 | 端口冲突 | port already in use',
  '事务 | transaction | transactional',
  '配置 | 配置文件 | configuration | config',
  '自动配置 | 自动装配 | autoconfiguration | auto-configuration',
  '依赖注入 | di | 注入',
  '控制反转 | ioc',
  '容器 | 应用上下文 | applicationcontext',
  '注解 | annotation',
  '启动器 | 起步依赖 | starter',
  '校验 | 验证 | validation | valid',
  '异常处理 | 全局异常 | 统一异常 | 异常捕获',
  '异常 | exception | 报错',
  '缓存 | cache | caching',
  '日志 | log | logging',
  '测试 | test | 单元测试 | 单测',
  '数据库 | database | db',
  '数据源 | datasource',
  '连接池 | hikari | hikaricp',
  '乐观锁 | optimistic',
  '悲观锁 | pessimistic',
  '死锁 | deadlock',
  '懒加载 | 延迟加载 | lazy',
  '分页 | 翻页 | pagination | pageable | page',
  '文件上传 | 上传文件 | multipart | upload',
  '拦截器 | interceptor',
  '过滤器 | filter',
  '切面 | aop | aspect',
  '环境变量 | environment variable',
  '多环境 | profile | profiles | 环境切换',
  '打包 | package | 可执行 jar | fat jar | uber jar',
  '部署 | deploy | deployment | 上线',
  '优雅停机 | 优雅关闭 | 优雅停止 | graceful shutdown | graceful',
  '循环依赖 | 成环 | circular references | form a cycle',
  '循环引用 | circular references',
  '控制器 | controller',
  'nouniquebeandefinitionexception | required a single bean',
  'nosuchbeandefinitionexception | required a bean of type',
  'beancurrentlyincreationexception | form a cycle',
  '重名 | 同名 | already been defined',
  'beandefinitionoverrideexception | already been defined',
  '找不到主类 | could not find or load main class | unable to find main class',
  '序列化 | serialization | jackson | json',
  '幂等 | idempotent | idempotency | 重复提交',
  '超卖 | 库存扣减',
  '主类 | 启动类 | main class | springbootapplication',
  '镜像源 | 国内镜像 | 阿里云镜像 | maven 镜像',
  '乱码 | 编码 | encoding | utf-8',
  '精度丢失 | 丢精度 | 丢失精度',
  '版本号 | 版本 | version',
  '反向代理 | 反代 | nginx',
  '证书 | https | tls | ssl',
  '健康检查 | health | 探针 | probe',
  '升级 | 迁移 | migration | migrate',
  '审计 | auditing | createddate',
  '批量插入 | 批量写 | 批量写入 | batch',
  '虚拟线程 | virtual thread | virtual threads',
  '响应体 | response body | responsebody',
  '请求体 | request body | requestbody',
  '状态码 | status code | httpstatus',
  '静态资源 | static resource | static resources',
  '时区 | timezone | time zone',
  '密码 | password',
  '慢查询 | 慢 sql',
  'n+1 | n 加 1',
  '404 | 找不到页面 | not found',
  'swagger | openapi | springdoc | 接口文档',
  'id | 编号 | 主键',
  'feign | openfeign | httpexchange',
  'yaml | yml',
  'k8s | kubernetes',
  'docker | 镜像',
  'mysql | mariadb',
  'postgres | postgresql | pg',
  'springboot | spring boot',
  // What error messages say in English.
  '解析 | parse',
  '缺少 | 缺失 | 漏写 | 为空 | missing',
  '请求参数 | 查询参数 | request parameter',
  '不支持 | not supported',
  '不存在 | does not exist',
  '找不到 | 没找到 | could not be found | could not find',
  '超时 | timeout | timed out',
  '重复 | duplicate',
  '类型转换 | 类型不匹配 | failed to convert | type mismatch',
  '拒绝连接 | 连接被拒绝 | 连不上 | connection refused',
  '空指针 | nullpointerexception',
  '内存溢出 | outofmemoryerror',
  '未认证 | 未登录 | 401 | unauthorized',
  '禁止访问 | 没有权限 | 403 | forbidden',
  '方法不允许 | 405 | method not allowed',
  '不支持的媒体类型 | 415 | unsupported media type',
  '服务器错误 | 500 | internal server error',
  '未知 | unknown',
  '私有 | private | 不是 public | 非 public',
  '新建 | 创建 | create',
  '项目 | 工程 | project',
  '找不到符号 | cannot find symbol',
  '非法字符 | illegal character',
  '程序包 | package',
  '随机端口 | 空闲端口 | 空闲的端口 | random port',
  '优先级 | 优先顺序 | 谁优先 | 谁覆盖谁 | precedence',
  '泄漏 | 泄露 | leak',
  '无限递归 | 栈溢出 | infinite recursion | stackoverflowerror',
  '下线 | 停用 | 废弃 | 弃用 | 不推荐使用 | deprecated | deprecation',
  '嵌套 | nested',
  '重试 | retry | retryable',
  '线程 | thread',
  '请求头 | 头部 | header',
  '代理 | proxy',
  '占位符 | placeholder',
  '驱动 | driver',
  '主键 | primary key',
  '事件 | event | 监听器 | listener',
  '回滚 | rollback',
  '隔离级别 | isolation',
  '自定义 | 自己的 | 自己写 | custom',
  '生命周期 | 一生 | lifecycle',
  '安装 | install',
  '不可变 | immutable | record',
  '传播 | propagation',
];

/** Frequent slips of the input method, and Taiwanese terms: what is written → what the book writes. */
const meant: readonly string[] = [
  '事物 → 事务',
  '登陆 → 登录',
  '帐号 → 账号',
  '布署 → 部署',
  '阀值 → 阈值',
  '较验 → 校验',
  '效验 → 校验',
  '拦载器 → 拦截器',
  '注节 → 注解',
  '交易 → 事务',
  '存取 → 访问',
  '资料库 → 数据库',
  '资料 → 数据',
  '伺服器 → 服务器',
  '程式 → 程序',
  '程式码 → 代码',
  '物件 → 对象',
  '介面 → 接口',
  '预设 → 默认',
  '档案 → 文件',
  '设定 → 配置',
  '设定档 → 配置文件',
  '执行绪 → 线程',
  '记忆体 → 内存',
  '快取 → 缓存',
  '网路 → 网络',
  '例外 → 异常',
  '连线池 → 连接池',
  '连线 → 连接',
  '相依性 → 依赖',
  '埠 → 端口',
  '专案 → 项目',
  '注入相依 → 依赖注入',
  '相依 → 依赖',
  '变数 → 变量',
  '函式 → 函数',
  '字串 → 字符串',
  '字元 → 字符',
  '阵列 → 数组',
  '位元组 → 字节',
  '回传 → 返回',
  '呼叫 → 调用',
  '类别 → 类',
  '建构子 → 构造器',
  '型别 → 类型',
  '列举 → 枚举',
  '套件 → 包',
  '讯息 → 消息',
  '资讯 → 信息',
  '支援 → 支持',
  '使用者 → 用户',
  '载入 → 加载',
  '储存 → 保存',
  '建立 → 创建',
  '范例 → 示例',
  '命令列 → 命令行',
  '参照 → 引用',
  '组态 → 配置',
  '批次 → 批量',
  '金钥 → 密钥',
  '凭证 → 证书',
  '登入 → 登录',
  '映像档 → 镜像',
  '伫列 → 队列',
  '非同步 → 异步',
  '侦错 → 调试',
  '逾时 → 超时',
  '回圈 → 循环',
  '连接埠 → 端口',
  '通讯埠 → 端口',
  '重新导向 → 重定向',
];

/** One other way to say a word, and how much less it counts than the word itself. */
export interface Synonym {
  readonly text: string;
  readonly weight: number;
}

const synonymWeight = 0.75;
const meantWeight = 1;

function table(): ReadonlyMap<string, readonly Synonym[]> {
  const entries = new Map<string, Synonym[]>();
  const add = (word: string, text: string, weight: number): void => {
    entries.set(word, [...(entries.get(word) ?? []), { text, weight }]);
  };
  for (const line of same) {
    const words = line.split(' | ');
    for (const word of words) {
      for (const other of words) if (other !== word) add(word, other, synonymWeight);
    }
  }
  const words = [...entries.keys()];
  for (const line of meant) {
    const [written = '', intended = ''] = line.split(' → ');
    add(written, intended, meantWeight);
    // The slip inside a longer word: 热布署 is 热部署, and all that 热部署 is.
    for (const word of words.filter((one) => one !== intended && one.includes(intended))) {
      const slip = word.replace(intended, written);
      if (entries.has(slip)) continue;
      add(slip, word, meantWeight);
      for (const { text, weight } of entries.get(word) ?? []) add(slip, text, weight);
    }
  }
  return entries;
}

/** Other ways to say a word, by word. */
export const synonyms = table();
