package com.example.bookstore;

import java.io.IOException;
import java.nio.file.Files;

import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;

public final class BareBookstore {

    private BareBookstore() {
    }

    public static void main(String[] args) throws LifecycleException, IOException {
        // 1. 容器：注册配置类，它会去扫描控制器
        var context = new AnnotationConfigWebApplicationContext();
        context.register(WebConfiguration.class);

        // 2. 服务器：要一个工作目录、一个端口
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(Files.createTempDirectory("tomcat").toString());
        tomcat.setPort(Integer.getInteger("server.port", 8080));
        // region connector
        // 名字是取，其实是建：不调用它，Tomcat 一个端口也不监听
        tomcat.getConnector();
        // endregion connector

        // 3. 把两者接起来：DispatcherServlet 拿着容器，注册进 Tomcat，接管全部路径
        Context application = tomcat.addContext("", null);
        Tomcat.addServlet(application, "dispatcher", new DispatcherServlet(context))
                .setLoadOnStartup(1);
        application.addServletMapping("/", "dispatcher");

        // 4. 启动，然后让 main 等到服务器停下
        tomcat.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(tomcat)));
        System.out.println("裸写的书店启动了");
        tomcat.getServer().await();
    }

    private static void stop(Tomcat tomcat) {
        try {
            tomcat.stop();
            tomcat.destroy();
        }
        catch (LifecycleException ex) {
            System.err.println("没有停干净：" + ex);
        }
    }
}
